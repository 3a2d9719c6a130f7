// Installs a client once, into a folder outside the project that is kept between runs. Install scripts are not run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Gives the command that starts the client, as a list of words. Throws with npm's reason when it cannot be installed. */
export function installClient(client, cache) {
  const folder = path.join(cache, `${client.name}-${client.version}`)
  const command = client.program(path.join(folder, 'node_modules'))
  const complete = path.join(folder, 'complete')
  if (!existsSync(complete)) {
    mkdirSync(folder, { recursive: true })
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      `${client.package}@${client.version}`,
    ]
    const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', timeout: 600_000 })
    if (status !== 0)
      throw new Error(`npm could not install ${client.package}@${client.version}: ${reasonIn(stderr) ?? error?.message}`)
  }
  const program = command.at(-1)
  if (!existsSync(program))
    throw new Error(`${client.package}@${client.version} has no ${path.relative(folder, program)} on this machine`)
  writeFileSync(complete, '')
  return command
}

function reasonIn(stderr) {
  const lines = stderr?.split('\n').filter((line) => line.startsWith('npm error') && !line.includes('complete log')) ?? []
  return lines.length > 0
    ? lines
        .map((line) => line.slice('npm error '.length))
        .join(' ')
        .slice(0, 300)
    : undefined
}
