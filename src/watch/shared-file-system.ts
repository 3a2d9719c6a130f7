/**
 * File systems whose files another machine may change: the operating system reports only changes made on this machine. Folders
 * that a virtual machine or container shares with its host are of this kind.
 */
import { fileSystemType } from '../base/repo-files/see.ts'

/** By the type numbers of Linux. Other systems use other numbers; there the events are trusted. */
const sharedTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'a shared folder of VirtualBox'],
  [0x00c36400, 'Ceph'],
])

/** Its name; undefined when its events are reliable. */
export async function sharedFileSystem(root: string): Promise<string | undefined> {
  const type = await fileSystemType(root)
  return type === undefined ? undefined : sharedTypeName(type)
}

export const sharedTypeName = (type: number): string | undefined => sharedTypes.get(type >>> 0)
