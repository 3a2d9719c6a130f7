/** Prints an answer for a person at a terminal: no ids, names instead of anchors, matched words marked. */
import type { RagResult } from '../../contract/envelope.ts'
import { callAsCommand } from '../../contract/vocabulary.ts'
import { renderForPeople } from '../../envelope/render-for-people.ts'
import type { Style } from '../../envelope/style.ts'
import { matchedWords } from './matched-words.ts'

export type PrintOptions = {
  style: Style
  width?: number | undefined
  args?: Readonly<Record<string, unknown>>
  program?: string | undefined
}

/** If the answer is about one repo only, suggested commands need no `-r` for it. */
const only = (repos: readonly string[] = []): string | undefined => (repos.length === 1 ? repos[0] : undefined)

export function printResult(result: RagResult<unknown>, { style, width, args = {}, program }: PrintOptions): string {
  const matched = matchedWords(result, args)
  return renderForPeople(result, {
    style,
    ...(matched ? { matched } : {}),
    ...(width === undefined ? {} : { width }),
    context: args.context === true,
    continueWith: (cursor) => `--cursor ${cursor}`,
    startAt: (line) => `--start-line ${line}`,
    writeCall: (call) => callAsCommand(call, program, typeof args.repo === 'string' ? undefined : only(result.meta.repos)),
  })
}
