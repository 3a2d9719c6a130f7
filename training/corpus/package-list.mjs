// A list of packages as text: one a line, tab-separated: origin (`deb`: Debian binary package, `src`: Debian source, `npm`), name, version, hash of its
// archive (SHA-256, for npm SHA-1; corpus.tsv has the first 16 digits), licence ('' when it is not known yet), and its path below the registry.
import { readFileSync } from 'node:fs'
import path from 'node:path'

export function readPackageList(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const [origin, name, version, hash, licence, location] = line.split('\t')
    return { origin, name, version, hash, licence, location }
  })
}

export function packageLine({ origin, name, version, hash, licence, location }) {
  return [origin, name, version, hash, licence, location].join('\t')
}

/** Where its archive is kept below a folder. */
export function archiveOf(folder, { origin, hash, location }) {
  return path.join(folder, origin, `${hash.slice(0, 16)}-${path.basename(location)}`)
}
