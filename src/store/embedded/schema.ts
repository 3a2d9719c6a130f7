/**
 * The tables, and the migrations between their versions. The version is checked in every transaction, because a newer Cairn may
 * change the file while an older one runs (ST3).
 */
import { CairnProblem } from '../../contract/problems.ts'
import type { Connection } from './connection.ts'
import { moveOldEnrichment } from './old-enrichment.ts'

/**
 * - `facts`: by content, free of repo and path.
 * - `file`: one row a path; `present` 1 = exists, 0 = gone, its number kept for links that point to it, 2 = staged by a build.
 * - `segment`: documents and postings of many files; `state` 0 = being written, 1 = in use, 2 = to be deleted. Of several
 *   segments that contain a file, the one with the highest `seq` counts, so replacing a file never rewrites a segment.
 * - `part`: numbers of a segment as columns: its files (0) and, per level, its documents. `block`: its postings, sorted by term.
 * - `links`: the outcomes of a file's uses. `link_in`, `package_in`: the same, by target.
 */
const version1 = `
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE repo(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT UNIQUE, generation INTEGER NOT NULL, layout INTEGER NOT NULL,
  complete INTEGER NOT NULL, last_indexed_at TEXT);
CREATE TABLE facts(
  id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT NOT NULL, language INTEGER NOT NULL, parser_version INTEGER NOT NULL,
  last_referenced INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE UNIQUE INDEX facts_key ON facts(content_hash, language, parser_version);
CREATE TABLE file(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, path TEXT NOT NULL, path_key INTEGER NOT NULL, present INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, content_hash TEXT NOT NULL, blob_id TEXT, language INTEGER NOT NULL,
  role INTEGER NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, line_count INTEGER NOT NULL, parser_version INTEGER NOT NULL,
  test INTEGER NOT NULL, symbols INTEGER NOT NULL, files INTEGER NOT NULL, sections INTEGER NOT NULL);
CREATE UNIQUE INDEX file_path ON file(repo, path);
CREATE INDEX file_key ON file(repo, path_key);
CREATE INDEX file_content ON file(content_hash);
CREATE INDEX file_unseen ON file(repo) WHERE present <> 1;
CREATE TABLE note(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, level INTEGER NOT NULL, path TEXT NOT NULL, path_key INTEGER NOT NULL,
  content TEXT NOT NULL);
CREATE UNIQUE INDEX note_path ON note(repo, level, path);
CREATE INDEX note_key ON note(repo, level, path_key);
CREATE TABLE segment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, state INTEGER NOT NULL, seq INTEGER NOT NULL, postings INTEGER NOT NULL,
  bytes INTEGER NOT NULL);
CREATE INDEX segment_repo ON segment(repo, state, seq);
CREATE TABLE part(segment INTEGER NOT NULL, kind INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(segment, kind)) WITHOUT ROWID;
CREATE TABLE block(id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, term BLOB NOT NULL, bytes BLOB NOT NULL);
CREATE UNIQUE INDEX block_term ON block(segment, term);
CREATE TABLE links(file INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE link_in(
  repo INTEGER NOT NULL, target INTEGER NOT NULL, target_key INTEGER NOT NULL, source INTEGER NOT NULL, uses BLOB NOT NULL,
  PRIMARY KEY(repo, target, target_key, source)) WITHOUT ROWID;
CREATE TABLE package(id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, target TEXT NOT NULL, UNIQUE(repo, target));
CREATE TABLE package_in(
  repo INTEGER NOT NULL, package INTEGER NOT NULL, source INTEGER NOT NULL, uses BLOB NOT NULL,
  PRIMARY KEY(repo, package, source)) WITHOUT ROWID;
CREATE TABLE enrichment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT NOT NULL, path TEXT NOT NULL, symbol_key INTEGER NOT NULL, span_hash TEXT NOT NULL,
  summary TEXT NOT NULL, usage_guide TEXT NOT NULL, content_type TEXT NOT NULL, content_language TEXT NOT NULL, author TEXT NOT NULL,
  made_at TEXT NOT NULL, UNIQUE(repo_id, path, symbol_key, span_hash));
`

/**
 * - `enrichment_record`: texts, by what they describe, without repo and path.
 * - `enrichment_pointer`: by the repo's id, because it may outlive the repo's row. Every text a symbol ever had; the row with the
 *   highest number is its last. The earlier ones record their owners, so that `remove` knows which texts no other repo uses.
 */
const version2 = `
CREATE TABLE enrichment_record(
  id INTEGER PRIMARY KEY AUTOINCREMENT, span_hash TEXT NOT NULL, qualified_name TEXT NOT NULL, kind TEXT NOT NULL, model TEXT NOT NULL,
  prompt_version TEXT NOT NULL, summary TEXT NOT NULL, usage_guide TEXT NOT NULL, content_type TEXT NOT NULL,
  content_language TEXT NOT NULL, author TEXT NOT NULL, made_at TEXT NOT NULL,
  UNIQUE(span_hash, qualified_name, kind, model, prompt_version));
CREATE TABLE enrichment_pointer(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT NOT NULL, path TEXT NOT NULL, symbol_key INTEGER NOT NULL, record INTEGER NOT NULL,
  UNIQUE(repo_id, path, symbol_key, record));
CREATE INDEX enrichment_pointer_record ON enrichment_pointer(record);
`

/** `due`: see `due-rows.ts`. An interrupted build of an earlier version left files without links: all of them are due. */
const version3 = `
CREATE TABLE due(
  repo INTEGER NOT NULL, step INTEGER NOT NULL, path TEXT NOT NULL, content_hash TEXT NOT NULL, language INTEGER NOT NULL,
  parser_version INTEGER NOT NULL, PRIMARY KEY(repo, step, path)) WITHOUT ROWID;
INSERT INTO due SELECT file.repo, 1, file.path, '', 0, 0 FROM file JOIN repo ON repo.id = file.repo
  WHERE file.present = 1 AND repo.complete = 0 AND repo.repo_id IS NOT NULL;
`

/**
 * - `vector_model`: a dropped model has no name any more; its rows are deleted in portions.
 * - `vectors`: all vectors of a file, by the content and the path they were made from. A number is never used again, so that what a process
 *   has in memory under a number is never out of date.
 */
const version4 = `
CREATE TABLE vector_model(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, dimensions INTEGER NOT NULL);
CREATE TABLE vectors(
  id INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, facts INTEGER NOT NULL, path_key INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE UNIQUE INDEX vectors_key ON vectors(facts, path_key, model);
CREATE INDEX vectors_path ON vectors(path_key, model);
CREATE TABLE note_vectors(
  note INTEGER NOT NULL, model INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(note, model)) WITHOUT ROWID;
`

/**
 * - `enrichment_record.details`: JSON of `EnrichmentDetails`; '' when there are none.
 * - `enrichment_refusal`: answers of a model that must not be shown. By the repo's id, because it may outlive the repo's row.
 */
const version5 = `
ALTER TABLE enrichment_record ADD COLUMN details TEXT NOT NULL DEFAULT '';
CREATE TABLE enrichment_refusal(
  span_hash TEXT NOT NULL, kind TEXT NOT NULL, model TEXT NOT NULL, prompt_version TEXT NOT NULL, repo_id TEXT NOT NULL,
  reason TEXT NOT NULL, made_at TEXT NOT NULL, PRIMARY KEY(span_hash, kind, model, prompt_version, repo_id)) WITHOUT ROWID;
CREATE INDEX enrichment_record_folder ON enrichment_record(kind) WHERE kind IN ('folder', 'repo');
`

/** What links were made from: see `link-source-rows.ts`. Links that are there already have no record, and count as affected by every path. */
const version6 = `
CREATE TABLE link_asked(file INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE link_source(repo INTEGER PRIMARY KEY, content TEXT NOT NULL);
`

type Migration = (connection: Connection) => void
const statements =
  (sql: string): Migration =>
  (connection) =>
    connection.exec(sql)

/** `migrations[n]` migrates from version n to n + 1. An entry is never changed once released. */
const migrations: readonly Migration[] = [
  statements(version1),
  (connection) => {
    connection.exec(version2)
    moveOldEnrichment(connection)
  },
  statements(version3),
  statements(version4),
  statements(version5),
  statements(version6),
]
const known = migrations.length

/** A store of an earlier version has no vectors, nor their tables, until the first write. */
export const hasVectorTables = (connection: Connection): boolean => schemaVersion(connection) >= 4

/** A store of an earlier version has no details of enrichment and no refusals until the first write. */
export const hasDetails = (connection: Connection): boolean => schemaVersion(connection) >= 5

/** A store of an earlier version does not say what its links were made from until the first write. */
export const hasLinkSources = (connection: Connection): boolean => schemaVersion(connection) >= 6

export const schemaVersion = (connection: Connection): number =>
  connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0

/** Runs in every reader's transaction; costs a few microseconds. An older file is read as it is until the first write. */
export function assertReadable(connection: Connection): void {
  assertNotNewer(connection)
}

/** Throws unless the file is of this version. Runs in every writer's transaction. */
export function assertWritable(connection: Connection): void {
  const found = assertNotNewer(connection)
  if (found === known) return
  const detail = `the index is of an older version (${found}) and has to be brought up to date by \`cairn index\``
  throw new CairnProblem('RAG_UNAVAILABLE', { detail })
}

function assertNotNewer(connection: Connection): number {
  const found = schemaVersion(connection)
  if (found > known) throw new CairnProblem('STORE_NEWER', { found, known })
  return found
}

/** Brings a new or older file to this version. Called by the first writer of a process. */
export async function migrate(connection: Connection): Promise<void> {
  if (assertNotNewer(connection) === known) return
  connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
  connection.exec('PRAGMA journal_mode = WAL')
  const bringUpToDate = (): void => {
    for (const step of migrations.slice(schemaVersion(connection))) step(connection)
    connection.exec(`PRAGMA user_version = ${known}`)
  }
  await connection.transaction('another repo', bringUpToDate, assertNotNewer)
}

/** Tables in a fresh, empty database: what a reader sees where nothing was ever written. */
export function createTables(connection: Connection): void {
  for (const step of migrations) step(connection)
  connection.exec(`PRAGMA user_version = ${known}`)
}
