/** Counts the calls of a store: every method of a snapshot except `close`, and the opening of a snapshot. */
import { EmbeddedReader } from '../../src/store/embedded/reader.ts'
import type { StoreReader, StoreSnapshot } from '../../src/store/port.ts'

export type CountedReads = { names: string[]; restore(): void }

/** Counts from now on, for every reader of this process. `names` lists the calls in order; set its length to 0 to restart. */
export function countReads(): CountedReads {
  const names: string[] = []
  const open: StoreReader['snapshot'] = EmbeddedReader.prototype.snapshot
  EmbeddedReader.prototype.snapshot = async function snapshot(this: EmbeddedReader) {
    names.push('snapshot')
    return counted((await open.call(this)) as StoreSnapshot, names) as Awaited<ReturnType<EmbeddedReader['snapshot']>>
  }
  return {
    names,
    restore: () => {
      EmbeddedReader.prototype.snapshot = open as EmbeddedReader['snapshot']
    },
  }
}

function counted(snapshot: StoreSnapshot, names: string[]): StoreSnapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name !== 'close') names.push(String(name))
        // Called on the snapshot itself, so that its internal calls are not counted.
        return member.apply(target, given)
      }
    },
  })
}
