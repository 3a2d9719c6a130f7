/** Brings the tables up to date, one numbered step after the other. */
import type { Connection } from './connection.ts'

const steps: readonly string[] = [
  'create table loan (id integer primary key, member_id text, copy_id text, isbn text, due text, renewals integer, returned text)',
  'create table hold (id integer primary key, isbn text, member_id text, position integer, ready_since text)',
  'create table fine (id integer primary key, loan_id integer, open_cents integer)',
  'alter table fine add column waived_by text',
]

export async function migrate(connection: Connection): Promise<number> {
  const [current] = await connection.select<{ version: number }>('select version from schema_version', [])
  const from = current?.version ?? 0
  await connection.transaction(async (inside) => {
    for (const step of steps.slice(from)) await inside.select(step, [])
    await inside.update('schema_version', 1, { version: steps.length })
  })
  return steps.length - from
}
