// Installs a peer: in a folder outside the project, one sub-folder per peer, the exact version from the npm registry.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The folder with that version of the peer; installs it with `install`, else says how. */
export function peerFolder(peers, { folder, name, version, rebuild }, { install }) {
  const home = path.join(peers, folder)
  const found = versionIn(home, name)
  if (found === version) return home
  if (!install) throw new Error(`${name}@${version} is not in ${home} (${found ?? 'nothing'} is); --install puts it there`)
  mkdirSync(home, { recursive: true })
  if (!existsSync(path.join(home, 'package.json'))) writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n')
  npm(home, 'install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`)
  if (rebuild) npm(home, 'rebuild', rebuild)
  return home
}

function versionIn(home, name) {
  const file = path.join(home, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

function npm(cwd, ...args) {
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: 1_800_000 })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
}

/** The folder of a node binary of at least that version: that of this process if it is new enough, else one from the registry. */
export function nodeFolder(peers, wanted, options) {
  if (Number(process.versions.node.split('.')[0]) >= Number(wanted.split('.')[0])) return path.dirname(process.execPath)
  const name = `node-${process.platform}-${process.arch}`
  return path.join(peerFolder(peers, { folder: `node-${wanted}`, name, version: wanted }, options), 'node_modules', name, 'bin')
}
