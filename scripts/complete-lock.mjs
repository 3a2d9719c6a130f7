// Run it after a change of dependencies: npm leaves optional packages for other platforms out of the lock if the used registry
// does not list them, and `npm ci` then refuses the lock everywhere. This adds the entries: the version from the package that
// depends on them, the platform from their name, so that npm skips them on other platforms.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'openharmony', 'linux', 'win32', 'sunos', 'netbsd', 'openbsd', 'aix']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const known = Object.keys(lock.packages)
for (const asking of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(asking.optionalDependencies ?? {})) {
    if (known.some((folder) => folder.endsWith(`node_modules/${name}`))) continue
    lock.packages[`node_modules/${name}`] = entry(name.split('/').at(-1).split('-'), version, asking.dev)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)

function entry(words, version, dev) {
  const system = systems.find((each) => words.includes(each))
  const processor = processors.find((each) => words.includes(each))
  const library = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(dev ? { dev } : {}),
    ...(library ? { libc: [library] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  }
}
