import { describe, expect, it } from 'vitest'
import { languageNamed, languageOfPath, languageOfShebang, languages } from './languages.ts'

describe('languages', () => {
  it('[DI11] a language is recognised by whole file name, then by the longest extension, ignoring case', () => {
    const told = Object.fromEntries(
      [
        'a/b.py',
        'a.ts',
        'a.d.ts',
        'a.tsx',
        'a.jsx',
        'a.mjs',
        'a.cjs',
        'A.GO',
        'B.java',
        'README',
        'docs/x.MD',
        'x.mdx',
        'x.rst',
        'x.adoc',
        'x.txt',
        'x.ipynb',
        'CMakeLists.txt',
        'Dockerfile',
        'Dockerfile.prod',
        'Makefile',
        'package-lock.json',
        'package.json',
        'requirements.txt',
        '.gitignore',
        'x.blade.php',
        'x.php',
        'go.sum',
        'x.test.ts',
        'strange.zzz',
        'noext',
        'a.b/noext',
      ].map((path) => [path, languageOfPath(path)?.id]),
    )
    expect(told).toEqual({
      'a/b.py': 'python',
      'a.ts': 'typescript',
      'a.d.ts': 'typescript',
      'a.tsx': 'tsx',
      'a.jsx': 'javascript',
      'a.mjs': 'javascript',
      'a.cjs': 'javascript',
      'A.GO': 'go',
      'B.java': 'java',
      README: 'markdown',
      'docs/x.MD': 'markdown',
      'x.mdx': 'mdx',
      'x.rst': 'rst',
      'x.adoc': 'asciidoc',
      'x.txt': 'text',
      'x.ipynb': 'notebook',
      'CMakeLists.txt': 'cmake',
      Dockerfile: 'dockerfile',
      'Dockerfile.prod': 'dockerfile',
      Makefile: 'make',
      'package-lock.json': 'lock',
      'package.json': 'json',
      'requirements.txt': 'requirements',
      '.gitignore': 'ignore',
      'x.blade.php': 'blade',
      'x.php': 'php',
      'go.sum': 'lock',
      'x.test.ts': 'typescript',
      'strange.zzz': undefined,
      noext: undefined,
      'a.b/noext': undefined,
    })
  })

  it('[DI11] a script without extension is recognised by its first line', () => {
    const told = [
      '#!/bin/sh',
      '#!/usr/bin/env python3.12',
      '#! /usr/bin/env -S node --flag',
      '#!/usr/bin/env FOO=1 ruby',
      '#!/opt/x',
      'text',
      '',
    ].map((line) => languageOfShebang(line)?.id)
    expect(told).toEqual(['bash', 'python', 'javascript', 'ruby', undefined, undefined, undefined])
  })

  it('[DI11] ids, extensions and names are unique and lower case', () => {
    for (const claims of [
      languages.map(({ id }) => id),
      languages.flatMap(({ extensions }) => extensions),
      languages.flatMap(({ names }) => names),
    ]) {
      expect(claims.filter((claim, at) => claims.indexOf(claim) !== at || claim !== claim.toLowerCase())).toEqual([])
    }
    expect(languages.length).toBeGreaterThan(120)
    expect(languageNamed('go')?.kind).toBe('code')
    expect(languageNamed('nope')).toBeUndefined()
  })
})
