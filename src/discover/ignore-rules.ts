/**
 * Interprets ignore files where git does not: in folders without git, and `.cairnignore` everywhere. Rules of a folder apply
 * below it; the last matching rule decides; nothing inside an ignored folder can be included again.
 */
import { globTest, type PathTest } from '../base/glob.ts'

/** `stars`: how much of a path a test may look at, in lengths of the path; 0: next to nothing. */
type Rule = { fits: PathTest; negated: boolean; folderOnly: boolean; byName: boolean; stars: number }
/** Rules of one file; paths are relative to its folder. */
type RuleFile = { folder: string; rules: readonly Rule[] }

export class IgnoreRules {
  private readonly files: RuleFile[] = []
  private readonly folders = new Map<string, boolean>()
  private readonly hidden: string[] = []
  private work = 0

  /** Files further down must be added after those above them; of two in one folder the later wins. */
  add(folder: string, text: string): void {
    const rules = readRules(text)
    if (rules.length === 0) return
    this.files.push({ folder: folder === '' ? '' : `${folder}/`, rules })
    this.folders.clear()
  }

  /** Not all rules of this folder are known, so every path below it counts as ignored. */
  hide(folder: string): void {
    this.hidden.push(folder === '' ? '' : `${folder}/`)
    this.folders.clear()
  }

  /** The rules cost more than anyone waits for. From now on every path counts as ignored. */
  get isSpent(): boolean {
    return this.work > MOST_WORK
  }

  get isEmpty(): boolean {
    return this.files.length === 0
  }

  /** A file or a folder, by its own path and those of all folders above it. */
  isIgnored(path: string, what: 'file' | 'folder' = 'file'): boolean {
    if (this.hidden.some((folder) => path.startsWith(folder))) return true
    if (this.files.length === 0) return false
    if (this.isSpent) return true
    const slash = path.lastIndexOf('/')
    if (slash > 0 && this.isFolderIgnored(path.slice(0, slash))) return true
    return this.decide(path, what === 'folder')
  }

  private isFolderIgnored(folder: string): boolean {
    const known = this.folders.get(folder)
    if (known !== undefined) return known
    const ignored = this.isIgnored(folder, 'folder')
    this.folders.set(folder, ignored)
    return ignored
  }

  private decide(path: string, isFolder: boolean): boolean {
    for (let at = this.files.length - 1; at >= 0; at--) {
      const file = this.files[at]
      if (!file || !path.startsWith(file.folder)) continue
      const rule = this.lastFitting(file.rules, path.slice(file.folder.length), isFolder)
      if (rule) return !rule.negated
    }
    return false
  }

  private lastFitting(rules: readonly Rule[], path: string, isFolder: boolean): Rule | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (let at = rules.length - 1; at >= 0; at--) {
      const rule = rules[at]
      if (!rule || (!isFolder && rule.folderOnly)) continue
      const tested = rule.byName ? name : path
      this.work += 1 + rule.stars * tested.length
      if (rule.fits(tested)) return rule
    }
    return undefined
  }
}

/**
 * Every path is compared with every rule, so a file with a hundred thousand rules would hold up each question for minutes. People write
 * hundreds. Git has no such limit, so it counts only where we read the rules.
 */
export const MOST_RULES = 2_000
const LONGEST_RULE = 1_000
/** Counted in characters looked at; some seconds. A hundred patterns on 40,000 paths take a tenth of it. */
const MOST_WORK = 1_000_000_000

const starsIn = (pattern: string): number => (isPlain(pattern) ? 0 : pattern.split('*').length)
const isPlain = (pattern: string): boolean => !/[*?[\\]/.test(pattern) || /^\*[^*?[\\/]+$/.test(pattern)

/** More rules than count. */
export const hasTooManyRules = (text: string): boolean => text.length > MOST_RULES && rulesIn(text).length > MOST_RULES

/** Fewer rules than the text has count: there are too many, or one is too long. */
export const isCut = (text: string): boolean =>
  hasTooManyRules(text) ||
  (text.length > LONGEST_RULE && linesOf(text).some((line) => isRule(line) && line.length > LONGEST_RULE))

const readRules = (text: string): Rule[] => rulesIn(text).slice(0, MOST_RULES).flatMap(readRule)

const rulesIn = (text: string): string[] => linesOf(text).filter((line) => isRule(line) && line.length <= LONGEST_RULE)
const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/)
const isRule = (line: string): boolean => line !== '' && !line.startsWith('#')

function readRule(line: string): Rule[] {
  const negated = line.startsWith('!')
  let pattern = withoutTrailingSpaces(negated ? line.slice(1) : line)
  const folderOnly = pattern.endsWith('/')
  if (folderOnly) pattern = pattern.slice(0, -1)
  if (pattern === '') return []
  const byName = !pattern.includes('/')
  if (pattern.startsWith('/')) pattern = pattern.slice(1)
  return [{ fits: patternTest(pattern), negated, folderOnly, byName, stars: starsIn(pattern) }]
}

/** Trailing spaces do not count unless the last is written `\ `. */
const withoutTrailingSpaces = (text: string): string => text.replace(/(?<![\\ ]) +$|(?<=\\ ) +$/, '')

/** Most rules are a plain name or `*.ext`; those need no glob. */
function patternTest(pattern: string): PathTest {
  if (!/[*?[\\]/.test(pattern)) return (path) => path === pattern
  const ending = /^\*([^*?[\\/]+)$/.exec(pattern)?.[1]
  if (ending !== undefined) return (path) => path.endsWith(ending) && !path.includes('/')
  // `a/**` matches what is inside, not `a` itself.
  return globTest(pattern.replace(/\/\*\*$/, '/**/*'), { braces: false })
}
