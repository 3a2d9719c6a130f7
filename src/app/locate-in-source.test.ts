import { expect, it } from 'vitest'
import { findSymbolInSource, fingerprintOf, symbolAtLine } from './locate-in-source.ts'

const source = 'class Auth:\n    def login(self, user):\n        self.check(user)\n        return user.token\n'

it('[LI8] only a text is needed to find a symbol, to name the symbol at a line, and to recognise it later', async () => {
  const language = 'python'
  const lines = { start_line: 2, end_line: 4 }
  expect(await findSymbolInSource(source, 'Auth.login', { language })).toEqual({ ...lines, confidence: 1, how: 'exact' })
  expect(await symbolAtLine(source, 3, { language })).toMatchObject({ symbol: 'Auth.login', kind: 'method', ...lines })
  const fingerprint = await fingerprintOf(source, 'Auth.login', { language })
  const renamed = source.replace('login', 'sign_in')
  expect(await findSymbolInSource(renamed, 'Auth.login', { language })).toBeNull()
  const found = await findSymbolInSource(renamed, 'Auth.login', { language, fingerprint: fingerprint ?? '' })
  expect(found).toMatchObject({ ...lines, how: 'renamed' })
})

it('[LI8] for a language that is not parsed in full the result is null', async () => {
  const language = 'cobol'
  expect(await findSymbolInSource(source, 'Auth.login', { language })).toBeNull()
  expect(await symbolAtLine(source, 3, { language })).toBeNull()
  expect(await fingerprintOf(source, 'Auth.login', { language })).toBeNull()
})
