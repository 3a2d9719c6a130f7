// The live scan compared with ripgrep on the same files: node bench/scan.mjs DIR [TEXT] (after npm run build; rg is optional).
import { spawnSync } from 'node:child_process'
import { listFiles } from '../dist/discover/list-files.js'
import { createParser } from '../dist/parse/create-parser.js'
import { scanSymbol } from '../dist/scan/scan-symbol.js'
import { scanText } from '../dist/scan/scan-text.js'
import { createTextMatcher } from '../dist/scan/text-matcher.js'

const [root = '.', text = 'context'] = process.argv.slice(2)
const { files } = await listFiles(root)
const plain = { query: text, regex: false, case_sensitive: true, word: false }
const questions = [
  ['literal that is nowhere', { ...plain, query: 'zzNowhereInThisRepo' }, ['-F']],
  ['literal', plain, ['-F']],
  ['whole word', { ...plain, word: true }, ['-F', '-w']],
  ['any case', { ...plain, case_sensitive: false }, ['-F', '-i']],
  ['regular expression', { ...plain, query: `${text}\\w*\\(`, regex: true }, []],
]
console.log(`${files.length} files in ${root}`)
for (const [name, query, flags] of questions) {
  const matcher = await createTextMatcher(query)
  const [ours, scan] = await timed(() => scanText({ root, files, matcher, limit: 20, count_all: true, deadline_ms: 60_000 }))
  const [theirs, count] = await timed(() => ripgrep(query.query, flags))
  console.log(`${name.padEnd(24)} ${ours} ms, ${scan.total_at_least} lines | rg ${theirs} ms, ${count} lines`)
}
const parser = createParser()
const [ms, found] = await timed(() => scanSymbol({ root, files, name: text, parser, deadline_ms: 5000 }))
console.log(
  `symbol ${text}: ${ms} ms, ${found.definitions.length} definitions, ${found.uses.length} uses, ${found.parsed} parsed, ${found.unchecked} unchecked`,
)
process.exit(0)

async function timed(work) {
  const start = performance.now()
  const result = await work()
  return [Math.round(performance.now() - start), result]
}

function ripgrep(query, flags) {
  const args = ['--count', '--hidden', '--glob', '!.git', ...flags, '--', query, '.']
  const { stdout, error } = spawnSync('rg', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) return 'rg not installed: no'
  return stdout.split('\n').reduce((sum, line) => sum + (Number(line.slice(line.lastIndexOf(':') + 1)) || 0), 0)
}
