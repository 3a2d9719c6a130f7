/** Finds a client by the name that the user gave. */
import { nearestName } from '../contract/nearest-name.ts'
import { badArgument } from '../contract/problems.ts'
import type { Client } from './client.ts'
import { clientTable } from './client-table.ts'

export function findClient(name: string): Client {
  const plain = name.trim().toLowerCase()
  const found = clientTable.find(({ id, aliases = [] }) => id === plain || aliases.includes(plain))
  if (found) return found
  const near = nearestName(
    name,
    clientTable.flatMap(({ id, aliases = [] }) => [id, ...aliases]),
  )
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  throw badArgument(`There is no client "${name}".${meant} There are ${clientTable.map(({ id }) => id).join(', ')}.`)
}
