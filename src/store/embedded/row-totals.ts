/**
 * What each repo records about its rows: how many there are in a table, and the total of their sums. Triggers keep them in the
 * transaction of the change, so that no place that writes can forget it; readers compare them with the rows that they read.
 */
import { damaged } from './damaged.ts'
import { addSums } from './row-sum.ts'

type Counted = 'file' | 'segment' | 'package' | 'note' | 'due'

/** `where`: the rows that are counted. `sum`: what a row adds. */
const tables: Readonly<Record<Counted, { sum: (row: string) => string; where?: (row: string) => string }>> = {
  file: {
    sum: (row) => `${row}.row_sum + ${row}.id * 31 + ${row}.links * 3 + ${row}.linked_in * 5`,
    where: (row) => `${row}.present = 1`,
  },
  segment: { sum: (row) => `${row}.id * 31 + ${row}.seq * 7`, where: (row) => `${row}.state = 1` },
  package: { sum: (row) => `${row}.row_sum + ${row}.id * 31 + ${row}.linked_in * 5` },
  note: { sum: (row) => `${row}.row_sum + ${row}.id * 31` },
  due: { sum: (row) => `${row}.row_sum` },
}

export const fileSum = (row: { id: number; row_sum: number; links: number; linked_in: number }): number =>
  row.row_sum + row.id * 31 + row.links * 3 + row.linked_in * 5
export const segmentSum = ({ id, seq }: { id: number; seq: number }): number => id * 31 + seq * 7
export const packageSum = (row: { id: number; row_sum: number; linked_in: number }): number =>
  row.row_sum + row.id * 31 + row.linked_in * 5
export const noteSum = ({ id, row_sum }: { id: number; row_sum: number }): number => row_sum + id * 31

/** The columns of a repo. */
export type Totals = { [Table in Counted as `${Table}s`]: number } & { [Table in Counted as `${Table}_sum`]: number }
export const totalColumns = (Object.keys(tables) as Counted[]).map((table) => `${table}s, ${table}_sum`).join(', ')

/** Adds up the rows of one table as they are read, and compares them with what the repo records. */
export class RowTotal {
  private rows = 0
  private total = 0

  add(sum: number): void {
    this.rows += 1
    this.total = addSums(this.total, sum)
  }

  assert(table: Counted, recorded: Totals): void {
    if (this.rows !== recorded[`${table}s`]) throw damaged(`of ${recorded[`${table}s`]} ${nameOf[table]} only ${this.rows}`)
    if (this.total !== recorded[`${table}_sum`]) throw damaged(`one of ${this.rows} ${nameOf[table]}`)
  }
}

const nameOf: Readonly<Record<Counted, string>> = {
  file: 'rows of files',
  segment: 'parts of the word index',
  package: 'names of packages',
  note: 'notes',
  due: 'entries of unfinished work',
}

const BITS = 0xffff_ffff

const counting = ([table, { sum, where }]: [string, (typeof tables)[Counted]]): string => {
  const counts = (row: string): string => (where ? `(${where(row)})` : '1')
  const total = (change: string, rows: string, repo: string): string =>
    `UPDATE repo SET ${table}s = ${table}s + ${rows}, ${table}_sum = (${table}_sum + ${change}) & ${BITS} WHERE id = ${repo}.repo`
  const only = (...rows: string[]): string => (where ? `WHEN ${rows.map(counts).join(' OR ')}` : '')
  return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} ${only('NEW')} BEGIN
  ${total(sum('NEW'), '1', 'NEW')};
END;
CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} ${only('OLD', 'NEW')} BEGIN
  ${total(`${counts('NEW')} * (${sum('NEW')}) - ${counts('OLD')} * (${sum('OLD')})`, `${counts('NEW')} - ${counts('OLD')}`, 'NEW')};
END;
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} ${only('OLD')} BEGIN
  ${total(`-(${sum('OLD')})`, '-1', 'OLD')};
END;`
}

/** `OR REPLACE` deletes without a trigger: nothing is written that way into these tables. */
const wholeStore = (table: string, sum: (row: string) => string): string => {
  const change = (rows: string, total: string): string =>
    `UPDATE meta SET value = value + ${rows} WHERE name = '${table}';
  UPDATE meta SET value = (value + ${total}) & ${BITS} WHERE name = '${table.slice(0, -1)}_sum';`
  return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
  ${change('1', sum('NEW'))}
END;
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN
  ${change('-1', `-(${sum('OLD')})`)}
END;`
}

/** All that the index `vectors_key` has of a row. */
export const vectorSum = (row: string): string => `${row}id * 31 + ${row}facts * 7 + ${row}path_key % 1000003 + ${row}model * 3`

/** A repo's own numbers. */
export const headSum = (row: { id: number; generation: number; layout: number; complete: number }): number =>
  (row.generation * 1_000_003 + row.layout * 31 + row.complete * 7 + row.id * 13) % 0x1_0000_0000
const ownSum = `UPDATE repo SET row_sum = (NEW.generation * 1000003 + NEW.layout * 31 + NEW.complete * 7 + NEW.id * 13) & ${BITS} WHERE id = NEW.id`

export const totalTriggers = `${Object.entries(tables).map(counting).join('')}
${wholeStore('vectors', (row) => vectorSum(`${row}.`))}
${wholeStore('note_vectors', (row) => `${row}.note * 31 + ${row}.model`)}
CREATE TRIGGER repo_added AFTER INSERT ON repo BEGIN ${ownSum}; END;
CREATE TRIGGER repo_changed AFTER UPDATE OF generation, layout, complete ON repo BEGIN ${ownSum}; END;
`
