// The README's test command: build, then every check, cheapest first. Extra arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const bin = (name, file) => `node_modules/${name}/${file}`
const steps = [
  ['build', 'scripts/build.mjs'],
  ['types', bin('typescript', 'bin/tsc'), '--noEmit', '-p', 'tsconfig.json'],
  ['lint', bin('@biomejs/biome', 'bin/biome'), 'check', '.'],
  ['unused code', bin('knip', 'bin/knip.js')],
  ['package', bin('publint', 'src/cli.js')],
  ['tests', bin('vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
]
for (const [name, ...args] of steps) {
  process.stderr.write(`\n── ${name}\n`)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
