// `npm run fuzz -- --minutes 10 --seed x`: builds dist/, then random files and arguments against real apps (test/hostile/fuzz.test.ts).
// `--round N` repeats one round of a seed, as a failure prints it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, round: { type: 'string' } },
})
const seed = values.seed ?? String(Date.now())
const env = {
  ...process.env,
  CAIRN_FUZZ_MINUTES: values.minutes,
  CAIRN_FUZZ_SEED: seed,
  ...(values.round === undefined ? {} : { CAIRN_FUZZ_ROUND: values.round }),
}
console.log(`seed ${seed}`)
for (const args of [
  ['scripts/build.mjs', '--quiet'],
  ['node_modules/vitest/vitest.mjs', 'run', 'test/hostile/fuzz.test.ts'],
]) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
