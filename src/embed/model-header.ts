/** Checks the header of an embedding model: JSON in, a header in which every field is right out, or what is wrong with it. */
import { type ModelHeader, partKinds } from './model-format.ts'

export function modelHeader(json: string): ModelHeader | { wrong: string } {
  const fields = objectIn(json)
  if (fields === undefined) return { wrong: 'its header is not a JSON object' }
  const wrong = Object.entries(checks).find(([key, isRight]) => !isRight(fields[key]))
  if (wrong) return { wrong: `its header has no valid ${wrong[0]}` }
  return fields as ModelHeader
}

type Fields = Readonly<Record<string, unknown>>

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWeight = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

const checks: Record<keyof ModelHeader, (value: unknown) => boolean> = {
  name: (value) => typeof value === 'string' && value !== '',
  hash: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  dimensions: isWhole,
  rows: isWhole,
  vocabulary_bytes: isWhole,
  parts: (value) => isObject(value) && partKinds.every((kind) => isWeight(value[kind])),
}

function objectIn(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
