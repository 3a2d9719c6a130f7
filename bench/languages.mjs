// Compares Cairn's definitions with those of universal-ctags, language by language, on real repositories.
//   node bench/languages.mjs --from DIR              all of bench/languages/repos.mjs (checkouts in DIR; cloned into it when absent); writes bench/languages.md
//   node bench/languages.mjs --from DIR --language rust,go
//   node bench/languages.mjs --repo DIR --language rust [--misses] [--beyond]    one checkout, printed only
// Needs a build and `ctags` (universal-ctags 5.9).
import { parseArgs } from 'node:util'
import { createParser } from '../dist/parse/create-parser.js'
import { compareRepo } from './languages/compare.mjs'

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    from: { type: 'string' },
    language: { type: 'string' },
    misses: { type: 'boolean', default: false },
    beyond: { type: 'boolean', default: false },
    limit: { type: 'string', default: '60' },
  },
})

if (values.repo && values.language) await showOne(values.repo, values.language)
else if (values.from) {
  const { writeTable } = await import('./languages/write-table.mjs')
  await writeTable(values.from, values.language?.split(','))
} else {
  console.error('usage: node bench/languages.mjs --from DIR [--language LIST] | --repo DIR --language NAME [--misses] [--beyond]')
  process.exitCode = 2
}

async function showOne(repo, language) {
  const parser = createParser()
  const result = await compareRepo(repo, language, parser)
  await parser.close()
  const { files, symbols, tags, errors, found, foundErrors, misses, beyond, bytes, seconds, states } = result
  const share = tags
    ? `; ctags ${tags}, found ${found} (${percent(found, tags)}; with its ${errors} errors ${percent(found + foundErrors, tags + errors)})`
    : '; ctags does not know this language'
  console.log(
    `${language}: ${files} files ${JSON.stringify(states)}, ${symbols} definitions${share}; ${(bytes / 1e6 / seconds).toFixed(2)} MB a CPU-second`,
  )
  if (values.misses) show(misses)
  if (values.beyond) show(beyond)
}

/** Samples of the whole list, and counts by kind. */
function show(list) {
  const kinds = countKinds(list).map(([kind, count]) => `${kind} ${count}`)
  console.log(`${list.length}: ${kinds.join(', ')}`)
  const step = Math.max(1, list.length / Number(values.limit))
  for (let at = 0; at < list.length; at += step) {
    const { file, line, name, kind } = list[Math.floor(at)]
    console.log(`  ${file}:${line} ${kind} ${name}`)
  }
}

function countKinds(list) {
  const kinds = new Map()
  for (const { kind } of list) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds]
}

function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(2)} %`
}
