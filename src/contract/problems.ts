/**
 * Every problem a user can act on: code → exit status, HTTP status, what happened, what to do, whether to retry. Actions are
 * written in backticks, and each surface prints them in its own words (`vocabulary.ts`).
 */

type Problem = { exit: number; http: number; say: string; fix: string; retry: boolean }

export const problems = {
  BAD_ARGUMENT: { exit: 2, http: 400, say: '{detail}', fix: 'Correct the argument and ask again.', retry: false },
  BAD_FILE: {
    exit: 2,
    http: 422,
    say: 'The file {file} cannot be read as {expected}: {detail}.',
    fix: 'Check that it is the right file and that it is complete.',
    retry: false,
  },
  TOO_LARGE: {
    exit: 2,
    http: 413,
    say: '{what} is too large ({size}; the limit is {limit}).',
    fix: 'Ask for a smaller part.',
    retry: false,
  },
  REPO_UNKNOWN: {
    exit: 3,
    http: 404,
    say: 'Cairn knows no repo {repo}.',
    fix: 'List the names with `list_repos`, or register it with `cairn index DIR`.',
    retry: false,
  },
  FILE_NOT_FOUND: {
    exit: 3,
    http: 404,
    say: 'There is no file {file} in {repo}.',
    fix: 'Look at the folder with `explore_structure`. Paths are relative to the repo.',
    retry: false,
  },
  DOCUMENT_NOT_FOUND: {
    exit: 3,
    http: 404,
    say: 'No document has the id {id}.',
    fix: 'Search again with `search_code`. Ids change when a file or symbol is renamed or removed.',
    retry: false,
  },
  PATH_OUTSIDE_REPO: {
    exit: 3,
    http: 403,
    say: 'The path {file} leads outside the repo.',
    fix: 'Give a path relative to the repo, without `..`.',
    retry: false,
  },
  WITHHELD: {
    exit: 3,
    http: 403,
    say: '{file} is withheld ({reason}).',
    fix: 'To allow it, add it to the setting "allow_withheld" in your own config.json; `cairn config` shows the settings.',
    retry: false,
  },
  RAG_UNAVAILABLE: {
    exit: 4,
    http: 409,
    say: 'Nothing can be read: {detail}.',
    fix: 'Check the folder and its permissions, then run `cairn doctor`.',
    retry: false,
  },
  INDEX_LOCKED: {
    exit: 5,
    http: 423,
    say: 'Another process is indexing {repo}.',
    fix: 'Wait for it to finish and try again.',
    retry: true,
  },
  STORE_NEWER: {
    exit: 5,
    http: 409,
    say: 'The index was written by a newer Cairn (schema {found}, this one reads {known}).',
    fix: 'Update Cairn, or set CAIRN_HOME to another folder.',
    retry: false,
  },
  STORE_CORRUPT: {
    exit: 5,
    http: 409,
    say: 'The index file is damaged: {detail}.',
    fix: 'Run `cairn index`: it renames the damaged file and builds a new index.',
    retry: false,
  },
  DISK_FULL: {
    exit: 5,
    http: 507,
    say: 'No space is left on the disk that contains {where}.',
    fix: 'Free some space (`cairn gc --now` may help) and run the command again; nothing that was indexed is lost.',
    retry: true,
  },
  LLM_UNAVAILABLE: {
    exit: 6,
    http: 503,
    say: 'The language model does not answer: {detail}.',
    fix: 'Start it, or ask without it.',
    retry: true,
  },
  EMBEDDER_UNAVAILABLE: {
    exit: 6,
    http: 503,
    say: 'The embedding server {server} does not answer: {detail}.',
    fix: 'Start it or check its address, and try again.',
    retry: true,
  },
  EMBEDDER_BAD_ANSWER: {
    exit: 6,
    http: 502,
    say: 'The embedding server {server} gives no usable vectors: {detail}.',
    fix: 'Check its address, the name of the model, its dimensions and the key.',
    retry: false,
  },
  TIMEOUT: {
    exit: 7,
    http: 504,
    say: '{what} took longer than {limit}.',
    fix: 'Narrow the question, or allow more time.',
    retry: true,
  },
  UNAUTHORIZED: {
    exit: 8,
    http: 401,
    say: 'A valid token is needed.',
    fix: 'Send it as `Authorization: Bearer …`; `cairn token create` makes one.',
    retry: false,
  },
  FORBIDDEN: {
    exit: 8,
    http: 403,
    say: 'Not allowed: {detail}.',
    fix: 'Ask for a token with the right scope.',
    retry: false,
  },
  RATE_LIMITED: { exit: 8, http: 429, say: 'Too many requests.', fix: 'Wait {seconds} seconds.', retry: true },
  INTERNAL: {
    exit: 70,
    http: 500,
    say: 'Something went wrong inside Cairn: {detail}.',
    fix: 'Run it again with CAIRN_DEBUG=1 and report what it prints.',
    retry: false,
  },
  CANCELLED: { exit: 130, http: 499, say: 'Cancelled.', fix: 'Nothing is lost; run it again to continue.', retry: true },
} as const satisfies Record<string, Problem>

export type ProblemCode = keyof typeof problems

/** A problem that the user can act on. The surface turns it into an answer. Any other exception is a bug. */
export class CairnProblem extends Error {
  readonly code: ProblemCode
  readonly fix: string
  readonly retry: boolean
  readonly exit: number
  readonly http: number
  /** `fix` replaces the table's text where the same problem needs another action. */
  constructor(code: ProblemCode, facts: Record<string, string | number> = {}, options?: { cause?: unknown; fix?: string }) {
    super(fill(problems[code].say, facts), options)
    const entry = problems[code]
    this.name = 'CairnProblem'
    this.code = code
    this.fix = options?.fix ?? fill(entry.fix, facts)
    this.retry = entry.retry
    this.exit = entry.exit
    this.http = entry.http
  }
}

/** The common case: an argument is wrong; `detail` is one sentence naming it and what is allowed. */
export const badArgument = (detail: string): CairnProblem => new CairnProblem('BAD_ARGUMENT', { detail })

function fill(template: string, facts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => String(facts[key] ?? `<${key}>`))
}
