/** Promise DI7 of docs/spec/discover.md: a copy of a secret is one, whatever an editor, a file manager or a browser calls it. */
import { describe, expect, it } from 'vitest'
import { createWithheld } from './withheld.ts'

const isShown = (path: string): boolean => createWithheld().byPath(path) === undefined

describe('copies of secrets', () => {
  it('[DI7] are withheld under the names that programs give them', () => {
    const copies = [
      '#.env#',
      'a/#id_rsa#',
      'a/.#.env',
      '.env copy',
      '.env (copy)',
      'a/.env (another copy)',
      'id_rsa (1)',
      'id_rsa (3rd copy)',
      'credentials (2).json',
      'credentials copy 2.json',
      'secrets - Copy (3).yaml',
      'id_rsa.~1~',
      '.id_rsa.swp',
      'a/.secrets.json.swo',
      '#id_rsa (1).bak#',
    ]
    expect(copies.filter(isShown)).toEqual([])
  })
  it('[DI7] copies of other files are shown, and so are other names with these marks', () => {
    const others = [
      'a (1).py',
      'how to copy.md',
      'copy',
      '#',
      'a/##',
      '#a.py#',
      'secrets copy.py',
      '.py.swp',
      'id_rsa.pub (1)',
      'src/copy (x)/a.py',
      'a b',
    ]
    expect(others.filter((path) => !isShown(path))).toEqual([])
  })
})
