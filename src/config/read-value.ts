/** Converts a raw value from a flag, a variable or a file to a setting's value, or throws a problem that says what is allowed. */
import os from 'node:os'
import path from 'node:path'
import { badArgument } from '../contract/problems.ts'
import { allowedWords, type Setting, type SettingKey } from './settings.ts'

export type SettingValue = string | number | boolean | null | readonly string[]

type From = {
  /** Named in the error message. */
  origin: string
  /** Relative folders are resolved from here. */
  base: string
  /** A stranger may have written the value, and the message is shown with every answer: it does not quote the value. */
  isFromRepo?: boolean
}

export function readValue(key: SettingKey, given: Setting, raw: unknown, from: From): SettingValue {
  const setting = from.isFromRepo ? forRepo(given) : given
  const value = convert(setting, raw, from.base)
  if (value !== undefined) return value
  const text = JSON.stringify(raw) ?? ''
  const isQuoted = setting.type !== 'secret' && !from.isFromRepo && text.length <= LONGEST_QUOTE
  const says = isQuoted ? `says ${text}` : 'has another value'
  throw badArgument(`The setting "${key}" must be ${allowedWords(setting)}; ${from.origin} ${says}.`)
}

const LONGEST_QUOTE = 200

/** A repo may ask for more time and size, but it must not make everyone wait for minutes. */
const MOST_TIMES = 10

const forRepo = (setting: Setting): Setting =>
  setting.type === 'integer' && setting.default !== null
    ? { ...setting, max: Math.min(setting.max, MOST_TIMES * setting.default) }
    : setting

function convert(setting: Setting, raw: unknown, base: string): SettingValue | undefined {
  switch (setting.type) {
    case 'choice':
      return typeof raw === 'string' ? setting.values.find((value) => value === raw.trim().toLowerCase()) : undefined
    case 'integer':
      return wholeNumber(raw, setting)
    case 'boolean':
      return truth(raw)
    case 'list':
      return list(raw)
    case 'text':
      return typeof raw !== 'string' ? undefined : setting.exact ? raw : raw.trim()
    case 'folder':
      return typeof raw === 'string' && raw.trim() !== '' ? path.resolve(base, expandHome(raw)) : undefined
    case 'secret':
      return typeof raw === 'string' ? secretIn(raw) : undefined
    default:
      return setting satisfies never
  }
}

/** Without the line end that a file or a shell adds; undefined if it could not be sent in an HTTP header. */
export function secretIn(text: string): string | undefined {
  const secret = text.trim()
  return /^[\x21-\x7e]*$/.test(secret) ? secret : undefined
}

function wholeNumber(raw: unknown, { min, max }: { min: number; max: number }): number | undefined {
  const number = typeof raw === 'string' && /^[+-]?\d[\d_]*$/.test(raw.trim()) ? Number(raw.replaceAll('_', '')) : raw
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

function truth(raw: unknown): boolean | undefined {
  const word = typeof raw === 'string' ? raw.trim().toLowerCase() : raw
  if (word === true || word === 'true' || word === '1' || word === 'yes' || word === 'on') return true
  if (word === false || word === 'false' || word === '0' || word === 'no' || word === 'off') return false
  return undefined
}

/** Text is split at commas and line ends; a glob with commas in braces is written as a JSON list. */
function list(raw: unknown): readonly string[] | undefined {
  if (Array.isArray(raw)) return raw.every((entry) => typeof entry === 'string') ? raw : undefined
  if (typeof raw !== 'string') return undefined
  if (raw.trim().startsWith('[')) return list(parsed(raw))
  const entries = raw.split(/[,\n]/).map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const expandHome = (folder: string): string => folder.replace(/^~(?=$|[\\/])/, () => os.homedir())
