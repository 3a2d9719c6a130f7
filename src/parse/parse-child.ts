/** Entry of the parse child process: `parse-child.js THREADS [FOLDER]`, where Node keeps compiled code from one process to the next. */
import { enableCompileCache } from '../base/compile-cache.ts'

const [threads = '2', folder] = process.argv.slice(2)
if (folder !== undefined) enableCompileCache(folder)
const { serveJobs } = await import('./serve-jobs.ts')
await serveJobs(Math.max(1, Number(threads)))
