/** The entry of a server in YAML, to be added by the user. Values of JSON are valid in YAML. */
import type { JsonObject } from './client.ts'
import type { ServerPlace } from './config-format.ts'

export function printByHand({ keys, name }: ServerPlace, entry: JsonObject): string {
  const path = [...keys, name]
  const heads = path.map((key, depth) => `${'  '.repeat(depth)}${key}:`)
  const rows = Object.entries({ name, ...entry }).map(
    ([key, value]) => `${'  '.repeat(path.length)}${key}: ${JSON.stringify(value)}`,
  )
  return `${[...heads, ...rows].join('\n')}\n`
}
