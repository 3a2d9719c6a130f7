/** A file, or some of its lines, as it is on disk now. */

import { readInside } from '../base/repo-files/read-inside.ts'
import { realPath } from '../base/repo-files/see.ts'
import { decodeText, looksBinary, splitLines } from '../base/text.ts'
import { callWord } from '../contract/call-words.ts'
import type { FileContent } from '../contract/items.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import type { Admission } from '../grounding/ground-rooms.ts'
import { MAX_QUOTED_BYTES } from '../grounding/quote.ts'
import { LONGEST_PATH, oneRepoArgument, pageArguments } from './list-arguments.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { oneRepo } from './which-repos.ts'

const LAST_LINE = 2_147_483_647

const specs = {
  repo_id: oneRepoArgument,
  file_path: { type: 'string', required: true, describe: 'Relative to the repo.', longest: LONGEST_PATH },
  start_line: { type: 'integer', min: 0, max: LAST_LINE, describe: 'From 1.' },
  end_line: { type: 'integer', min: 0, max: LAST_LINE, describe: 'Inclusive.' },
  max_chars: pageArguments.max_chars,
} as const satisfies ArgumentSpecs
export type GetFileArguments = GivenArguments<typeof specs>

export const getFile = defineTool({
  name: 'get_file',
  title: 'Get file',
  description:
    'Reads a file, or its lines start_line to end_line (from 1, inclusive), from disk. Use it after a search, with the path and lines of a hit, to read the code. ' +
    'A long file is cut; the answer gives the start_line to continue from. Ignored files and secrets are withheld.',
  arguments: specs,
  async run({ args, context }): Promise<ToolAnswer<FileContent>> {
    const { start_line, end_line } = args
    if (start_line !== null && end_line !== null && end_line < start_line)
      throw badArgument(`"end_line" (${end_line}) must not be before "start_line" (${start_line}).`)
    const repo = await oneRepo(args.repo_id, context)
    const file = await admittedFile(repo, args.file_path, context)
    const lines = splitLines(await readText(repo, file))
    const code = cutLines(lines, { start_line, end_line, bytes: args.max_chars ?? context.settings.file_bytes })
    const item: FileContent = {
      repo_id: repo.repo_id,
      file_path: file.path,
      ...code,
      total_lines: lines.length,
      language: file.language,
    }
    const asked = Math.max(start_line ?? 1, 1)
    return {
      items: [item],
      total: 1,
      status: 'OK',
      source: 'LOCAL_FALLBACK',
      truncated: code.truncated,
      message: asked > Math.max(lines.length, 1) ? `There is no line ${asked}: the file has ${lines.length} lines.` : null,
    }
  },
})

type AdmittedFile = Extract<Admission, { state: 'file' }>

/** The file for a path; throws the problem that says why it is not shown. */
export async function admittedFile(repo: Repo, path: string, context: ToolContext): Promise<AdmittedFile> {
  const admission = await context.files.admit(repo.root, path)
  switch (admission.state) {
    case 'file':
      return admission
    case 'folder':
      throw badArgument(`"${path}" is a folder; look at it with \`explore_structure ${repo.repo_id} ${callWord(path)}\`.`)
    case 'missing':
      throw new CairnProblem('FILE_NOT_FOUND', { file: path, repo: repo.repo_id })
    case 'outside':
      throw new CairnProblem('PATH_OUTSIDE_REPO', { file: path })
    case 'withheld':
      throw new CairnProblem('WITHHELD', { file: path, reason: admission.reason })
    default:
      return admission satisfies never
  }
}

async function readText({ root, repo_id }: Repo, file: AdmittedFile): Promise<string> {
  const { path, size } = file
  if (size > MAX_QUOTED_BYTES)
    throw new CairnProblem('TOO_LARGE', { what: path, size: `${size} bytes`, limit: `${MAX_QUOTED_BYTES} bytes` })
  // The path may lead elsewhere by now.
  const read = await readInside((await realPath(root)) ?? root, path, { max_bytes: MAX_QUOTED_BYTES })
  if (read.state === 'gone') throw new CairnProblem('FILE_NOT_FOUND', { file: path, repo: repo_id })
  if (read.state === 'refused') throw new CairnProblem('BAD_FILE', { file: path, expected: 'text', detail: read.reason })
  if (looksBinary(read.bytes)) throw new CairnProblem('BAD_FILE', { file: path, expected: 'text', detail: 'it is binary' })
  return decodeText(read.bytes).text
}

type Cut = Pick<FileContent, 'code' | 'start_line' | 'end_line' | 'truncated'> & { next_start_line?: number }

/** The range, clamped to the file and cut after a whole line; only a single line that exceeds the limit is cut itself. */
function cutLines(lines: readonly string[], range: { start_line: number | null; end_line: number | null; bytes: number }): Cut {
  const start = Math.min(Math.max(range.start_line ?? 1, 1), Math.max(lines.length, 1))
  const last = Math.min(Math.max(range.end_line ?? lines.length, start), lines.length)
  let end = start - 1
  let bytes = 0
  while (end < last) {
    const size = Buffer.byteLength(lines[end] ?? '') + 1
    if (bytes + size > range.bytes) break
    bytes += size
    end++
  }
  if (end === last) return { code: lines.slice(start - 1, end).join('\n'), start_line: start, end_line: end, truncated: false }
  const whole = end >= start
  const code = whole ? lines.slice(start - 1, end).join('\n') : cutBytes(lines[start - 1] ?? '', range.bytes)
  const stop = whole ? end : start
  return { code, start_line: start, end_line: stop, truncated: true, ...(stop < last ? { next_start_line: stop + 1 } : {}) }
}

/** Never splits a character. */
function cutBytes(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, bytes)
  return new TextDecoder().decode(cut, { stream: true })
}
