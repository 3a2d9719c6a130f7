/**
 * The file that the parse child process starts with: `parse-child.cjs THREADS [FOLDER]`. In the folder, compiled code is kept. It belongs to
 * V8's flags, so they are all set before the first part is loaded, and one of them only once the engine was compiled.
 */
import { fileURLToPath } from 'node:url'
import { optimiseLess } from '../base/optimise-less.ts'
import { runPart } from '../base/run-part.ts'
import { stopOptimising } from './engine-tier.ts'
import { readEngine } from './read-engine.ts'
import { webAssembly } from './web-assembly.ts'

start()

async function start(): Promise<void> {
  optimiseLess()
  const engine = await webAssembly.compile(await readEngine())
  stopOptimising()
  const [threads = '2', folder] = process.argv.slice(2)
  const part = fileURLToPath(new URL('./parts/serve-jobs.cjs', import.meta.url))
  const { serveJobs } = runPart<typeof import('./serve-jobs.ts')>(part, { folder, use: 'child' })
  serveJobs({ engine, threads: Math.max(1, Number(threads)), code_folder: folder })
}
