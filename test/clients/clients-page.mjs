// The measured table of docs/clients.md. The rest of the page is written by hand.
import { readFileSync, writeFileSync } from 'node:fs'

const begin = '<!-- measured: npm run test:clients -- --write-docs -->'
const end = '<!-- end of measured -->'

const head = [
  '| client | protocol | tools the model sees | search_code, get_file, where_used: bytes received of bytes sent | error answer | instructions | largest answer that arrived whole; a larger one |',
  '|---|---|---|---|---|---|---|',
]

/** Replaces the table's rows of these clients. Rows of clients that were not measured now stay. */
export function writeClientsPage(page, results) {
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no block for the measured table.`)
  const rows = new Map(
    text
      .slice(from + begin.length, to)
      .split('\n')
      .slice(1 + head.length)
      .filter((line) => line.startsWith('| '))
      .map((line) => [titleOf(line), line]),
  )
  for (const result of results) rows.set(result.title, rowOf(result))
  writeFileSync(page, `${text.slice(0, from)}${begin}\n${[...head, ...rows.values()].join('\n')}\n${text.slice(to)}`)
}

const titleOf = (line) => /^\| (.*?) [\d.]+ \|/.exec(line)?.[1] ?? line

export function rowOf(result) {
  if (result.failures.length > 0) return `| ${result.title} ${result.version} | failed: ${inOneCell(result.failures)} | | | | | |`
  const { protocol, tools, calls, instructions } = result
  const cells = [
    `${result.title} ${result.version}`,
    protocol ? [...new Set([protocol.opened, protocol.spoken ?? 'no call'])].join(', then ') : 'not recorded',
    `${tools.listed} of ${tools.offered}${deferral(result)}`,
    calls
      .filter(({ role }) => role === 'plain')
      .map(received)
      .join(', '),
    calls
      .filter(({ role }) => role === 'error')
      .map(errorWords)
      .join(', '),
    instructionWords(instructions),
    longWords(calls.filter(({ role }) => role !== 'error')),
  ]
  return `| ${cells.join(' | ')} |`
}

const inOneCell = (sentences) => sentences.join(' ').replaceAll(/[|\n]+/g, ' ')

const deferral = ({ tools, listedByDefault }) =>
  listedByDefault && listedByDefault.length < tools.offered
    ? `; ${listedByDefault.length} if it defers tools, which is its default`
    : ''

const count = (bytes) => (bytes === undefined ? 'none' : bytes.toLocaleString('en'))
const received = (call) =>
  call.whole
    ? `${count(call.sentBytes)} of ${count(call.sentBytes)}`
    : `**${count(call.receivedBytes)} of ${count(call.sentBytes)}**`
const errorWords = ({ whole, markedAsError }) => (whole ? `whole${markedAsError ? ', marked as error' : ''}` : '**not whole**')

function instructionWords({ sent, received: got }) {
  if (got === 0) return 'not forwarded'
  return got === sent ? 'whole' : `${count(got)} of ${count(sent)} characters`
}

/** Rounded, because what stands in place of a cut answer may hold a path of this machine. */
function longWords(calls) {
  const bySize = calls.toSorted((a, b) => a.sentBytes - b.sentBytes)
  const whole = bySize.filter((call) => call.whole).at(-1)
  const cut = bySize.find((call) => !call.whole)
  return `${kilobytes(whole?.sentBytes)}${cut ? `; of ${kilobytes(cut.sentBytes)}, ${kilobytes(cut.rawBytes)} arrived` : ''}`
}

const kilobytes = (bytes) => (bytes === undefined ? 'none' : `${Math.round(bytes / 1000)} kB`)
