/** Promises AC12–AC14 of docs/spec/access.md. */
import { describe, expect, it } from 'vitest'
import { checkHost, checkOrigin, isLoopback } from './check-host.ts'

const refused = 'FORBIDDEN'
const codeOf = (problem: { code: string } | null): string | null => problem?.code ?? null

describe('the host of a request', () => {
  it('[AC12] this machine, with any port, in any case', () => {
    for (const host of ['localhost', 'localhost:7433', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[::1]:80'])
      expect(codeOf(checkHost(host)), host).toBeNull()
  })
  it('[AC12] no other host', () => {
    for (const host of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      'evil.example:80',
      'localhost:80:80',
      'localhost:',
      'localhost@evil.example',
      'localhost/x',
      'localhost, evil.example',
      ' localhost',
      'localhost.',
      '127.0.0.1.nip.io',
      '127.0.0.2',
      '0.0.0.0',
      '::1',
      '[::1',
      '[::2]',
      'localhost\u0000',
      'l\u043ecalhost',
    ])
      expect(codeOf(checkHost(host)), String(host)).toBe(refused)
  })
  it('[AC12] configured names, with any port or the given one', () => {
    const allowed = ['cairn.example.com', 'box:8443', '192.168.1.5']
    for (const host of ['Cairn.example.com', 'cairn.example.com:99', 'box:8443', '192.168.1.5:1'])
      expect(codeOf(checkHost(host, allowed)), host).toBeNull()
    for (const host of ['box', 'box:80', 'example.com', 'a.cairn.example.com', '192.168.1.50'])
      expect(codeOf(checkHost(host, allowed)), host).toBe(refused)
  })
  it('[AC12] the message repeats what was sent, in one short printable line', () => {
    const problem = checkHost(`"${'\u0007'.repeat(500)}`)
    expect(problem?.message).toMatch(/^Not allowed: this server does not answer to the host "[ -~]{100}"\.$/)
  })
})

describe('the origin of a request', () => {
  it('[AC13] none, the server itself, or an allowed page', () => {
    expect(checkOrigin(undefined, { host: 'localhost:4747' })).toBeNull()
    for (const host of ['localhost:4747', '127.0.0.1', '[::1]:80'])
      expect(codeOf(checkOrigin(`HTTP://${host}`, { host })), host).toBeNull()
    const allowed = ['https://tools.example.com']
    expect(checkOrigin('https://Tools.example.com', { host: 'localhost', allowed })).toBeNull()
    expect(codeOf(checkOrigin('http://tools.example.com', { host: 'localhost', allowed }))).toBe(refused)
  })
  it('[AC13] no other page', () => {
    for (const origin of [
      'null',
      '',
      'http://localhost:3000',
      'http://127.0.0.1:4747',
      'https://evil.example',
      'http://localhost.evil.example',
      'http://localhost@evil.example',
      'http://localhost/',
      'file://localhost',
      'chrome-extension://localhost',
      'localhost',
      'http://',
      'http://localhost http://evil.example',
    ])
      expect(codeOf(checkOrigin(origin, { host: 'localhost:4747' })), origin).toBe(refused)
  })
})

describe('loopback addresses', () => {
  it('[AC14] of this machine', () => {
    for (const address of [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '[::1]',
      '0:0:0:0:0:0:0:1',
      '::ffff:127.0.0.1',
      'localhost',
      '::1%lo',
    ])
      expect(isLoopback(address), address).toBe(true)
  })
  it('[AC14] of others', () => {
    for (const address of [
      '0.0.0.0',
      '::',
      '10.0.0.1',
      '::ffff:10.0.0.1',
      'example.com',
      '',
      '128.0.0.1',
      '127.0.0.1.nip.io',
      '::2',
    ])
      expect(isLoopback(address), address).toBe(false)
  })
})
