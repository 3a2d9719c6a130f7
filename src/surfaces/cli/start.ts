/** The first file of the program: runs the rest from its bundle. V8's flags come first, because code that was kept belongs to them. */
import { fileURLToPath } from 'node:url'
import { codeCacheFolder } from '../../app/compile-cache.ts'
import { growHeapAtOnce } from '../../base/grow-heap-at-once.ts'
import { optimiseLess } from '../../base/optimise-less.ts'
import { runPart } from '../../base/run-part.ts'

/** Commands that take longer than a question. */
const long = ['index', 'build-graph', 'enrich', 'import-graph', 'mcp', 'serve', 'watch']

const [, use = 'none'] = /^([a-z][a-z-]{0,30})$/.exec(process.argv[2] ?? '') ?? []
optimiseLess()
if (!long.includes(use)) growHeapAtOnce()
const folder = codeCacheFolder()
const part = fileURLToPath(new URL('./parts/program.cjs', import.meta.url))
runPart<typeof import('./program.ts')>(part, { folder, use }).program({ codeFolder: folder })
