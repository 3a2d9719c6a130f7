/** Opens a short-lived view of the store. A view kept open during a whole build would keep the log from being cleared. */
import type { StoreSnapshot } from '../store/port.ts'
import type { IndexRooms } from './index-rooms.ts'

export async function reading<Value>(
  rooms: Pick<IndexRooms, 'reader'>,
  question: (snapshot: StoreSnapshot) => Promise<Value>,
): Promise<Value> {
  const snapshot = await rooms.reader.snapshot()
  try {
    return await question(snapshot)
  } finally {
    await snapshot.close()
  }
}
