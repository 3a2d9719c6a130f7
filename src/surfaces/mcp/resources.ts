/**
 * What a client can attach to a conversation: the summary of each registered repo, and any document by its id. The text is that
 * of `get_document`. The list needs only the registry.
 */
import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import { documentId } from '../../contract/identity.ts'
import { asRepoId } from '../../contract/ids.ts'
import { mayRead, type ReadScope } from '../../contract/read-scope.ts'
import { guarded, named, visible } from '../../contract/visible.ts'
import { ask, type CallWires } from './answer-call.ts'
import { printText } from './print-answer.ts'

const MIME_TYPE = 'text/plain'
const PER_PAGE = 100

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'cairn://document/{document_id}',
    name: 'document',
    title: 'Document',
    description: 'Summary of a symbol, file, section, folder or repo, by the id that answers print.',
    mimeType: MIME_TYPE,
  },
]

export async function listResources(
  app: App,
  cursor: string | undefined,
  scope: ReadScope | undefined,
): Promise<ListResourcesResult> {
  const repos = await readableRepos(app, scope)
  const from = cursor === undefined ? 0 : 1 + repos.findIndex(({ repo_id }) => cursorOf(repo_id) === cursor)
  if (cursor !== undefined && from === 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not of this list; list the resources from the start.')
  const page = repos.slice(from, from + PER_PAGE)
  const last = page.at(-1)
  const more = last && from + PER_PAGE < repos.length ? { nextCursor: cursorOf(last.repo_id) } : {}
  return { resources: page.map(resourceOf), ...more }
}

export async function readResource(app: App, uri: string, wires: CallWires): Promise<ReadResourceResult> {
  const address = addressIn(uri)
  const repo = address?.kind === 'repo' ? await registered(app, address.id, wires.scope) : undefined
  const document_id = address?.kind === 'document' ? address.id : repo && documentId(asRepoId(repo.repo_id), 'repo', '', '')
  if (document_id === undefined) throw new ResourceNotFoundError(uri)
  const result = await ask(app, 'get_document', { document_id }, { ...wires, print: printText })
  const text = printText(result)
  if (result.meta.error_code === null) return { contents: [{ uri, mimeType: MIME_TYPE, text: guarded(text) }] }
  if (result.meta.error_code !== 'DOCUMENT_NOT_FOUND') throw new ProtocolError(ProtocolErrorCode.InternalError, guarded(text))
  if (!repo) throw new ResourceNotFoundError(uri, visible(result.meta.message ?? '') || undefined)
  throw new ProtocolError(ProtocolErrorCode.InternalError, noSummary(repo.repo_id))
}

const noSummary = (repo: string): string =>
  `${named(repo)} has no summary yet, because its index is not complete. Read it again in a minute, or build the index with \`cairn index\` in a terminal.`

/** The registered repos that the client may read. */
export const readableRepos = async (app: App, scope: ReadScope | undefined) =>
  (await app.repos()).filter(({ repo_id }) => mayRead(scope, { repo_id: asRepoId(repo_id) }))

const registered = async (app: App, id: string, scope: ReadScope | undefined) =>
  (await readableRepos(app, scope)).find(({ repo_id }) => repo_id === id)

const resourceOf = ({ repo_id, root }: { repo_id: string; root: string }): Resource => ({
  uri: `cairn://repo/${encodeURIComponent(repo_id)}`,
  name: visible(repo_id),
  description: `Summary of the repo in ${named(root)}.`,
  mimeType: MIME_TYPE,
})

const cursorOf = (repo: string): string => Buffer.from(repo).toString('base64url')

function addressIn(uri: string): { kind: 'repo' | 'document'; id: string } | undefined {
  const [, kind, id] = /^cairn:\/\/(repo|document)\/(.+)$/s.exec(uri) ?? []
  if (id === undefined) return undefined
  try {
    return { kind: kind as 'repo' | 'document', id: decodeURIComponent(id) }
  } catch {
    return undefined
  }
}
