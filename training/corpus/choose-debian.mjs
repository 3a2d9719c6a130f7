// Chooses the Debian packages of the training corpus from the package lists that apt has, and prints them as a list (package-list.mjs).
//   node training/corpus/choose-debian.mjs > debian.tsv
// Needs `deb` and `deb-src` entries in apt's sources and an `apt-get update`. Binary packages hold the source of interpreted languages, of Go
// and of Rust; for the other languages the source package is taken.
import { execFileSync } from 'node:child_process'
import { keepOutReason } from './keep-out.mjs'
import { packageLine } from './package-list.mjs'

/** Binary packages by their name, and the largest package taken, in bytes. */
const binaryRules = [
  { name: /^golang-.*-dev$/, most: 6e6 },
  { name: /^librust-.*-dev$/, most: 6e6 },
  { name: /^ruby-/, most: 6e6 },
  { name: /^php-/, most: 6e6 },
  { name: /^node-/, most: 6e6 },
  { name: /^python3-/, most: 2.5e6 },
  { name: /^lua-/, most: 6e6 },
]

/**
 * Source packages by what they need to be built, in this order: Scala, Java, Haskell, C#, Lua, Elixir, Swift, Kotlin, C and C++, shell; and the
 * largest archive taken. The first that fits.
 */
const sourceRules = [
  { needs: /\bscala\b|\bsbt\b/, most: 30e6 },
  { needs: /default-jdk|javahelper|maven-debian-helper|gradle-debian/, most: 2.5e6 },
  { needs: /\bghc\b/, most: 3e6 },
  { needs: /\bmono-|cli-common/, most: 110e6 },
  { needs: /\bdh-lua\b/, most: 3e6 },
  { name: /^elixir/, most: 30e6 },
  { name: /^swift/, most: 30e6 },
  { name: /^kotlin/, most: 60e6 },
  {
    makes: /\blib[^ ,]*-dev\b/,
    not: /dh-golang|dh-cargo|gem2deb|dh-php|dh-python|python3-all|dh-nodejs|libmodule-/,
    most: 1.6e6,
  },
  {
    name: /^(bash-completion|devscripts|debootstrap|initramfs-tools|lsb|etckeeper|zsh-.*|fzf|byobu|shunit2|ifupdown.*|live-boot|live-config|cloud-utils)$/,
    most: 10e6,
  },
]

for (const line of [...chooseBinary(), ...chooseSource()]) console.log(line)

function* chooseBinary() {
  const seen = new Set()
  for (const entry of stanzas('Packages')) {
    const rule = binaryRules.find(({ name }) => name.test(entry.Package))
    if (!rule || Number(entry.Size) > rule.most || seen.has(entry.Package) || isLeftOut(entry)) continue
    seen.add(entry.Package)
    yield packageLine({ ...nameOf(entry), origin: 'deb', hash: entry.SHA256, location: entry.Filename })
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
    const rule = sourceRules.find(fits)
    if (!rule || isLeftOut(entry)) continue
    const files = (entry['Checksums-Sha256'] ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
    const archives = files.filter(([, , file]) => /\.orig(-\w+)?\.tar\.(gz|xz|bz2)$|^[^-]+\.tar\.(gz|xz)$/.test(file))
    if (archives.reduce((sum, [, size]) => sum + Number(size), 0) > rule.most) continue
    for (const [hash, , file] of archives) {
      yield packageLine({ ...nameOf(entry), origin: 'src', hash, location: `${entry.Directory}/${file}` })
    }
  }
}

function nameOf({ Package: name, Version: version }) {
  return { name, version, licence: '' }
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
