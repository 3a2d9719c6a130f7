/** `npm run soak`: reads the options, finds the repos, runs, and says what came of it. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './doors.ts'
import { readOptions, type SoakOptions } from './options.ts'
import { runSoak, type SoakSource } from './run-soak.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.on('unhandledRejection', (error) => {
  say(`FAILED: a rejection nobody handled: ${error instanceof Error ? error.stack : String(error)}`)
  process.exit(1)
})

const options = readOptions(process.argv.slice(2))
const sources = await findSources(options)
const report = await runSoak(sources, options, say)
const { failures, counts, ...rest } = report
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
  const found: SoakSource[] = realRepos(path.join(projectRoot(), '.soak/repos'), repos.length > 0 ? { names: repos } : {})
  const required = (process.env.CAIRN_TEST_REQUIRE ?? '').split(',').map((part) => part.trim())
  if (found.length >= 5 || repos.length > 0) return found
  const words = `only ${found.length} of the real repositories could be fetched`
  if (required.includes('soak') || required.includes('all')) {
    say(`The soak is required here, but ${words}.`)
    process.exit(1)
  }
  if (found.length === 0) {
    say(`skipped the soak: ${words}`)
    process.exit(0)
  }
  say(words)
  return found
}
