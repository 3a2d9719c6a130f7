// `npm run soak`: builds dist/ and the soak itself (test/soak), then runs it with the given options.
// `--background`: runs at the lowest priority, which its child processes inherit.
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const given = process.argv.slice(2)
const options = given.filter((option) => option !== '--background')
if (options.length < given.length) os.setPriority(19)
const steps = [
  ['scripts/build.mjs', '--quiet'],
  ['node_modules/typescript/bin/tsc', '-p', 'test/soak/tsconfig.json'],
  ['--expose-gc', path.resolve('.soak/built/main.js'), ...options],
]
for (const args of steps) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
