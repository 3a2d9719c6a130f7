/**
 * Scans the sources: files of a repo are read and written through `src/base/repo-files` only. A file that calls the file system itself
 * is listed here with the calls it may make, and why its paths are not below the root of a repo.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '../../src')
const DOOR = 'base/repo-files/'

/** Which calls, and why. */
type Allowed = Readonly<Record<string, readonly [calls: string, why: string]>>

const home = "Cairn's home"
const mayCall: Allowed = {
  'access/token-reader.ts': ['stat', home],
  'app/cairn-version.ts': ['readFileSync', "the package's own package.json"],
  'app/watch.ts': ['fstatSync', 'the standard output and error of this process'],
  'base/atomic-write.ts': ['open rename rm', `for ${home} and settings of the user; who may import it is listed below`],
  'base/file-lock.ts': ['lstat mkdir rm rmdir writeFile', `locks in ${home}; who may import it is listed below`],
  'base/make-folder.ts': ['mkdirSync statSync', `folders in ${home}`],
  'base/own-file.ts': [
    'closeSync constants fstatSync openSync readFileSync statSync',
    `${home}; who may import it is listed below`,
  ],
  'base/run-part.ts': [
    'mkdirSync readFileSync readdirSync renameSync rmSync writeFileSync',
    "the package's own bundle, and its compiled code in the user's cache folder",
  ],
  'base/stat-files.ts': ['lstat', 'part of the module: sizes and times of many files at once, opens nothing'],
  'clients/drafts.ts': ['chmod mkdir rm rmdir', 'settings of the user; those of a repo go through the module'],
  'config/read-settings-file.ts': ['readFileSync statSync', "the user's own config.json"],
  'config/read-token.ts': ['readFileSync statSync', 'a file of the user, named by a flag'],
  'discover/git-inventory.ts': ['stat', "the stamp of git's own index; opens nothing"],
  'embed/question-model.ts': ['open readSync', "the package's own model, or one that the user names, and the index beside it"],
  'embed/read-model.ts': ['open', "the package's own model, or one that the user names"],
  'embed/write-model.ts': ['writeFile', 'training, a file that a developer names'],
  'parse/grammar-modules.ts': ['readFile', "the package's own grammars"],
  'parse/read-engine.ts': ['readFile', 'the engine in the package of tree-sitter'],
  'store/embedded/damage-mark.ts': ['existsSync rmSync statSync writeFileSync', home],
  'store/embedded/home.ts': ['accessSync constants existsSync lstatSync renameSync statSync', home],
  'store/embedded/process-lock.ts': ['truncateSync', home],
  'store/embedded/reader.ts': ['existsSync statSync', home],
  'store/embedded/save-enrichment.ts': ['closeSync constants copyFileSync openSync readSync rmSync statSync truncateSync', home],
  'store/embedded/store-failure.ts': ['accessSync constants statfsSync', home],
  'surfaces/cli/end-process.ts': ['readFileSync', '/proc: the threads of this process'],
  'surfaces/cli/last-resort.ts': ['writeSync', 'the standard output and error of this process'],
  'upkeep/doctor.ts': ['rm statfs writeFile', home],
  'upkeep/remove.ts': ['rm', `the repo's folder in ${home}`],
  'watch/git-events.ts': ['watch', "events of git's folders, compared with fixed names; nothing is opened"],
  'watch/watch-repos.ts': ['watch', home],
  'watch/watched-repo.ts': ['watch', 'events of the folder above a root; nothing is opened'],
  'workspace/artifacts.ts': ['mkdir', home],
  'workspace/git-program.ts': ['accessSync constants realpathSync statSync', 'the program git, in PATH'],
  'workspace/head.ts': ['lstat', "git's own folders"],
  'workspace/private-git.ts': [
    'mkdirSync mkdtempSync readdirSync rmSync statSync symlinkSync writeFileSync',
    'a folder of our own that git is given in place of .git',
  ],
  'workspace/registry.ts': ['lstat realpath rename', `${home}; of a root only its real path`],
  'workspace/stuck-git.ts': ['readFileSync readdir readdirSync', '/proc: what a git process waits for'],
}

/** These follow links: they are for files of the user, of Cairn's home and of git. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'base/atomic-write.ts': [
    'access/token-file.ts',
    'clients/drafts.ts',
    'clients/install-record.ts',
    'workspace/registry.ts',
    'watch/hold-home.ts',
  ],
  'base/file-lock.ts': ['access/token-file.ts', 'clients/install-record.ts', 'workspace/registry.ts', 'watch/hold-home.ts'],
  'base/own-file.ts': [
    'access/token-file.ts',
    'base/file-lock.ts',
    'base/run-part.ts',
    'clients/install-record.ts',
    'store/embedded/damage-mark.ts',
    'watch/hold-home.ts',
    'workspace/registry.ts',
  ],
  'base/repo-files/open-plain.ts': ['base/repo-files/git-folder-files.ts', 'exchange/read-graph.ts'],
  'base/repo-files/git-folder-files.ts': [
    'workspace/*',
    'discover/walk-folders.ts',
    'discover/git-inventory.ts',
    'watch/git-events.ts',
  ],
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures/'))
const textOf = (file: string): string => readFileSync(path.join(src, file), 'utf8')

/** The names that a file imports from node:fs, types left out. */
function callsIn(text: string): string[] {
  const found = [...text.matchAll(/import\s+(type\s+)?\{([^}]*)\}\s*from\s*'node:fs(?:\/promises)?'/g)]
  return found
    .filter(([, type]) => type === undefined)
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name)
}

/** Ways to the file system other than an import of single names, which the list could not check. */
const otherWays =
  /['"](?:node:)?fs(?:\/promises)?['"]\)|from\s*['"]fs(?:\/promises)?['"]|import\s+(?:\*\s+as\s+)?\w+\s+from\s*['"](?:node:)?fs|process\.binding/

describe('the one module for files of a repo', () => {
  it('[BA1] no other source file calls the file system, except those that are listed with their calls', () => {
    const wrong = sources
      .filter((file) => !file.startsWith(DOOR))
      .flatMap((file) => {
        const [calls = ''] = mayCall[file] ?? []
        const allowed = calls.split(' ')
        const others = callsIn(textOf(file)).filter((call) => !allowed.includes(call))
        return others.map((call) => `${file}: ${call}`)
      })
    expect(wrong).toEqual([])
  })

  it('[BA1] the list has no call that is no longer made', () => {
    const unused = Object.entries(mayCall).flatMap(([file, [calls]]) => {
      const made = sources.includes(file) ? callsIn(textOf(file)) : []
      return calls.split(' ').flatMap((call) => (made.includes(call) ? [] : `${file}: ${call}`))
    })
    expect(unused).toEqual([])
  })

  it('[BA1] no source file reaches the file system in a way that the list could not see', () => {
    expect(sources.filter((file) => otherWays.test(textOf(file)))).toEqual([])
  })

  it('[BA1] what follows links is imported only for files of the user, of Cairn and of git', () => {
    const wrong = Object.entries(mayImport).flatMap(([target, allowed]) =>
      sources
        .filter((file) => imports(file, target) && !allowed.some((each) => file === each || isIn(file, each)))
        .map((file) => `${file} → ${target}`),
    )
    expect(wrong).toEqual([])
  })
})

const isIn = (file: string, folder: string): boolean => folder.endsWith('/*') && file.startsWith(folder.slice(0, -1))

function imports(file: string, target: string): boolean {
  const found = [...textOf(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
  return found.some(([, from = '']) => path.posix.join(path.posix.dirname(file), from) === target)
}
