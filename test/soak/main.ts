/** `npm run soak`: reads the options, finds the repos, runs, and prints the result. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './doors.ts'
import { fetchedLanguages } from './language.ts'
import { readOptions, type SoakOptions } from './options.ts'
import { addPart, checkHead, commitUnderTest, partOf, type SoakHead } from './result-file.ts'
import { runSoak, type SoakSource } from './run-soak.ts'
import { shrink } from './shrink.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.on('unhandledRejection', (error) => {
  say(`FAILED: a rejection nobody handled: ${error instanceof Error ? error.stack : String(error)}`)
  process.exit(1)
})

const options = readOptions(process.argv.slice(2))
const sources = await findSources(options)
const { seed, edits, parts, part } = options.whole
const repos = sources.map(({ name }) => name).sort()
const head: SoakHead = { seed, commit: commitUnderTest(projectRoot()), edits, every: options.every, parts, repos }
if (options.result !== null) checkHead(options.result, head)
if (parts > 1) say(`part ${part} of ${parts} of the soak with seed ${seed}`)
const report = await runSoak(sources, options, say)
const { failures, counts, ...rest } = report
if (options.result !== null) {
  const { totals, complete } = addPart(options.result, head, partOf(report, part, options.seed))
  say(`${options.result}: ${totals.edits} of ${edits} edits, ${totals.failures} failures${complete ? ', complete' : ''}`)
}
if (options.shrink && failures[0]) await shrink(failures[0], sources, options, say)
say(JSON.stringify({ ...rest, counts, failures: failures.length }, null, 2))
process.exit(failures.length === 0 ? 0 : 1)

async function findSources({ from, repos }: SoakOptions): Promise<SoakSource[]> {
  const wanted = (name: string): boolean => repos.length === 0 || repos.includes(name)
  if (from !== null) {
    const folders = readdirSync(from, { withFileTypes: true }).filter(
      (entry) => !entry.name.startsWith('.') && wanted(entry.name),
    )
    return folders.map(({ name }) => ({ name, root: path.join(path.resolve(from), name) }))
  }
  const { realRepos } = await import(pathToFileURL(path.join(projectRoot(), 'scripts/real-repos.mjs')).href)
  const found: (SoakSource & { language: string })[] = realRepos(
    path.join(projectRoot(), '.soak/repos'),
    repos.length > 0 ? { names: repos, log: say } : { log: say },
  )
  const missing = fetchedLanguages.filter((name) => !found.some(({ language }) => language === name))
  if (repos.length === 0 && missing.length > 0) goOnWithout(missing, found.length)
  return found
}

/** An unreachable registry is not a failure, unless CAIRN_TEST_REQUIRE requires it. */
function goOnWithout(missing: readonly string[], found: number): void {
  const words = `no real repository could be fetched for ${missing.join(', ')}`
  const required = (process.env.CAIRN_TEST_REQUIRE ?? '').split(',').map((part) => part.trim())
  if (required.includes('soak') || required.includes('all')) {
    say(`the soak is required here, but ${words}`)
    process.exit(1)
  }
  say(`skipped ${found === 0 ? 'the soak' : 'a part of the soak'}: ${words}`)
  if (found === 0) process.exit(0)
}
