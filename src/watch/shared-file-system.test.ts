import os from 'node:os'
import { describe, expect, it } from 'vitest'
import { sharedFileSystem, sharedTypeName } from './shared-file-system.ts'

describe('a file system that is shared', () => {
  it('[WA6] is recognised by its type, also if that is a negative number; a local one is not shared', async () => {
    expect(sharedTypeName(0x6969)).toBe('NFS')
    expect(sharedTypeName(0xfe534d42)).toBe('SMB')
    expect(sharedTypeName(0xfe534d42 | 0)).toBe('SMB')
    expect([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630].map(sharedTypeName)).toEqual(Array(5).fill(undefined))
    expect(await sharedFileSystem(os.tmpdir())).toBeUndefined()
  })
})
