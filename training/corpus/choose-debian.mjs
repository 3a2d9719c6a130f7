// Chooses the Debian packages of the training corpus from the package lists that apt has, and prints them as lines of corpus.tsv.
//   node training/corpus/choose-debian.mjs > debian.tsv
// Needs `deb` and `deb-src` entries in apt's sources and an `apt-get update`. Binary packages hold the source of interpreted languages, of Go
// and of Rust; for the other languages the source package is taken.
import { execFileSync } from 'node:child_process'
import { keepOutReason } from './keep-out.mjs'

/** Group of a binary package by its name, and the largest package taken, in bytes. */
const binaryGroups = [
  { group: 'go', name: /^golang-.*-dev$/, most: 6e6 },
  { group: 'rust', name: /^librust-.*-dev$/, most: 6e6 },
  { group: 'ruby', name: /^ruby-/, most: 6e6 },
  { group: 'php', name: /^php-/, most: 6e6 },
  { group: 'javascript', name: /^node-/, most: 6e6 },
  { group: 'python', name: /^python3-/, most: 2.5e6 },
  { group: 'lua', name: /^lua-/, most: 6e6 },
]

/** Group of a source package by what it needs to be built, and the largest archive taken. The first that fits. */
const sourceGroups = [
  { group: 'scala', needs: /\bscala\b|\bsbt\b/, most: 30e6 },
  { group: 'java', needs: /default-jdk|javahelper|maven-debian-helper|gradle-debian/, most: 2.5e6 },
  { group: 'haskell', needs: /\bghc\b/, most: 3e6 },
  { group: 'csharp', needs: /\bmono-|cli-common/, most: 110e6 },
  { group: 'lua', needs: /\bdh-lua\b/, most: 3e6 },
  { group: 'elixir', name: /^elixir/, most: 30e6 },
  { group: 'swift', name: /^swift/, most: 30e6 },
  { group: 'kotlin', name: /^kotlin/, most: 60e6 },
  {
    group: 'c',
    makes: /\blib[^ ,]*-dev\b/,
    not: /dh-golang|dh-cargo|gem2deb|dh-php|dh-python|python3-all|dh-nodejs|libmodule-/,
    most: 1.6e6,
  },
  {
    group: 'shell',
    name: /^(bash-completion|devscripts|debootstrap|initramfs-tools|lsb|etckeeper|zsh-.*|fzf|byobu|shunit2|ifupdown.*|live-boot|live-config|cloud-utils)$/,
    most: 10e6,
  },
]

for (const line of [...chooseBinary(), ...chooseSource()]) console.log(line.join('\t'))

function* chooseBinary() {
  const seen = new Set()
  for (const entry of stanzas('Packages')) {
    const rule = binaryGroups.find(({ name }) => name.test(entry.Package))
    if (!rule || Number(entry.Size) > rule.most || seen.has(entry.Package) || isLeftOut(entry)) continue
    seen.add(entry.Package)
    yield ['deb', rule.group, entry.Package, entry.Version, entry.Size, entry.SHA256, entry.Filename]
  }
}

function* chooseSource() {
  for (const entry of stanzas('Sources')) {
    const needs = Object.keys(entry)
      .map((key) => (key.startsWith('Build-Depends') ? entry[key] : ''))
      .join(' ')
    const fits = ({ name, makes, needs: need, not }) =>
      (name?.test(entry.Package) ?? true) &&
      (need?.test(needs) ?? true) &&
      (makes?.test(entry.Binary ?? '') ?? true) &&
      !not?.test(needs)
    const rule = sourceGroups.find(fits)
    if (!rule || isLeftOut(entry)) continue
    const files = (entry['Checksums-Sha256'] ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
    const archives = files.filter(([, , file]) => /\.orig(-\w+)?\.tar\.(gz|xz|bz2)$|^[^-]+\.tar\.(gz|xz)$/.test(file))
    if (archives.reduce((sum, [, size]) => sum + Number(size), 0) > rule.most) continue
    for (const [sha, size, file] of archives) {
      yield ['src', rule.group, entry.Package, entry.Version, size, sha, `${entry.Directory}/${file}`]
    }
  }
}

function isLeftOut(entry) {
  return keepOutReason([entry.Package, entry.Source ?? '', entry.Homepage ?? '', entry['Vcs-Browser'] ?? '']) !== undefined
}

/** The entries of apt's lists of one kind. Of several lists (updates, security) the first that names a package wins. */
function* stanzas(kind) {
  const created = kind === 'Packages' ? 'Created-By: Packages' : 'Created-By: Sources'
  const files = execFileSync('apt-get', ['indextargets', '--format', '$(FILENAME)', created], { encoding: 'utf8' })
  for (const file of files.split('\n').filter((line) => line !== '')) {
    const text = execFileSync('/usr/lib/apt/apt-helper', ['cat-file', file], { encoding: 'utf8', maxBuffer: 1 << 30 })
    for (const stanza of text.split('\n\n')) if (stanza !== '') yield fields(stanza)
  }
}

function fields(stanza) {
  const entry = {}
  let key = ''
  for (const line of stanza.split('\n')) {
    const named = /^([A-Za-z0-9-]+):\s*(.*)$/.exec(line)
    if (named) {
      key = named[1]
      entry[key] = named[2]
    } else if (key !== '') entry[key] = `${entry[key]}\n${line.trim()}`.trim()
  }
  return entry
}
