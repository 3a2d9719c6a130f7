/**
 * FRESH covers everything that links were made from: manifests under any name, the files at the root of a package, nested modules,
 * and a manifest that changes while files are linked and is put back afterwards.
 */
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanLinks, type LinkingHouse, openLinkingHouse, watched } from '../kit/linking-house.ts'
import { gitRepo, writeFiles } from '../kit/temp-repo.ts'

type Files = Record<string, string>
const json = (value: unknown): string => `${JSON.stringify(value)}\n`

async function inHouse<Value>(files: Files, use: (house: LinkingHouse) => Promise<Value>): Promise<Value> {
  const house = await openLinkingHouse(gitRepo(files))
  try {
    return await use(house)
  } finally {
    await house.close()
  }
}

/** Fresh, and the same links as a clean build. */
async function isRight({ root, links }: LinkingHouse): Promise<void> {
  const found = await links()
  expect(found.outcomes).toEqual(await cleanLinks(root))
  expect(found.fresh).toBe(true)
}

const go: Files = {
  'go.mod': 'module a.io/shop\n',
  'b.go': 'package shop\n\nfunc Open() {}\n',
  'tools/t.go': 'package tools\n\nfunc Run() {}\n',
  'cmd/main.go': 'package main\n\nimport "a.io/shop"\nimport "a.io/shop/tools"\n\nfunc main() { shop.Open(); tools.Run() }\n',
  'cmd/blank.go': 'package main\n\nimport _ "a.io/shop"\n',
}
const ts: Files = {
  'tsconfig.json': json({ extends: './build/base' }),
  'build/base.json': json({ compilerOptions: { paths: { '@x/*': ['../one/*'] } } }),
  'one/a.ts': 'export function open() {}\n',
  'two/a.ts': 'export function open() {}\n',
  'app/main.ts': "import { open } from '@x/a'\nopen()\n",
}

const edits: Record<string, { files: Files; edit: (root: string) => void }> = {
  'a file at the root of a Go module is renamed': {
    files: go,
    edit: (root) => renameSync(path.join(root, 'b.go'), path.join(root, 'c.go')),
  },
  'a file is added at the root of a Go module': { files: go, edit: (root) => writeFiles(root, { 'a.go': 'package shop\n' }) },
  'a file is added at the root of a nested Go module with another name than its folder': {
    files: {
      ...go,
      'tools/go.mod': 'module b.io/kit\n',
      'cmd/nested.go': 'package main\n\nimport kit "b.io/kit"\n\nfunc run() { kit.Run() }\n',
    },
    edit: (root) => writeFiles(root, { 'tools/a.go': 'package tools\n' }),
  },
  'a nested go.mod appears': { files: go, edit: (root) => writeFiles(root, { 'tools/go.mod': 'module b.io/tools\n' }) },
  'a config that another extends is edited': {
    files: ts,
    edit: (root) => writeFiles(root, { 'build/base.json': ts['build/base.json']!.replace('one', 'two') }),
  },
  'a config that another refers to is edited': {
    files: {
      ...ts,
      'tsconfig.json': json({ references: [{ path: './build/base.json' }] }),
    },
    edit: (root) => writeFiles(root, { 'build/base.json': ts['build/base.json']!.replace('one', 'two') }),
  },
  'a config that another extends appears': {
    files: { ...ts, 'tsconfig.json': json({ extends: './build/more' }) },
    edit: (root) => writeFiles(root, { 'build/more.json': ts['build/base.json']! }),
  },
  'a config that another extends goes': { files: ts, edit: (root) => rmSync(path.join(root, 'build/base.json')) },
  'a package of Python becomes part of another': {
    files: { 'out/kit/__init__.py': 'def open():\n    pass\n', 'far/use.py': 'import kit\nkit.open()\n' },
    edit: (root) => writeFiles(root, { 'out/__init__.py': '' }),
  },
  'the first file of a Swift target appears': {
    files: {
      'Package.swift': 'let package = Package(name: "P", targets: [.target(name: "Kit"), .target(name: "App")])\n',
      'Sources/App/main.swift': 'import Kit\n\nfunc go() { open() }\n',
      'src/Kit/old.swift': 'public func open() {}\n',
    },
    edit: (root) => writeFiles(root, { 'Sources/Kit/a.swift': 'public func close() {}\n' }),
  },
  'a folder with the name of a missing Lua package appears': {
    files: { 'use.lua': 'local kit = require("far.kit")\nkit.open()\n' },
    edit: (root) => writeFiles(root, { 'far/notes.txt': 'x\n' }),
  },
  'a script changes its language': {
    files: {
      tool: '#!/bin/bash\nopen_it() {\n  true\n}\n',
      'run.sh': 'source ./tool\nopen_it\n',
    },
    edit: (root) => writeFiles(root, { tool: '#!/usr/bin/env python3\ndef open_it():\n    pass\n' }),
  },
}

describe('links after a change of what they were made from', () => {
  for (const [what, { files, edit }] of Object.entries(edits))
    it(`[IX21, RE43] ${what}`, async () => {
      for (const steps of [false, true])
        await inHouse(files, async (house) => {
          await house.index()
          const before = (await house.links()).outcomes
          edit(house.root)
          expect((await house.catchUp({}, { steps })).state).toBe('done')
          await isRight(house)
          expect((await house.links()).outcomes).not.toEqual(before)
        })
    })
})

/** A manifest of each ecosystem that has one: what it says, what it says for a moment, and files whose links depend on it. */
const manifests: Record<string, { language: string; manifest: string; moment: string; files: Files }> = {
  go: { language: 'go', manifest: 'go.mod', moment: 'module a.io/bank\n', files: go },
  typescript: {
    language: 'typescript',
    manifest: 'build/base.json',
    moment: ts['build/base.json']!.replace('one', 'two'),
    files: ts,
  },
  javascript: {
    language: 'javascript',
    manifest: 'kit/package.json',
    moment: json({ name: 'kit', main: './two.js' }),
    files: {
      'kit/package.json': json({ name: 'kit', main: './one.js' }),
      'kit/one.js': 'export function open() {}\n',
      'kit/two.js': 'export function open() {}\n',
      'app.js': "import { open } from 'kit'\nopen()\n",
    },
  },
  rust: {
    language: 'rust',
    manifest: 'Cargo.toml',
    moment: '[package]\nname = "shop"\n\n[lib]\npath = "src/two.rs"\n',
    files: {
      'Cargo.toml': '[package]\nname = "shop"\n\n[lib]\npath = "src/one.rs"\n',
      'src/one.rs': 'pub fn open() {}\n',
      'src/two.rs': 'pub fn open() {}\n',
      'src/main.rs': 'use shop::open;\nfn main() { open(); }\n',
    },
  },
  php: {
    language: 'php',
    manifest: 'composer.json',
    moment: json({ autoload: { 'psr-4': { 'Shop\\': 'lib/' } } }),
    files: {
      'composer.json': json({ autoload: { 'psr-4': { 'Shop\\': 'src/' } } }),
      'src/Book.php': '<?php\nnamespace Shop;\nclass Book {}\n',
      'lib/Book.php': '<?php\nnamespace Shop;\nclass Book {}\n',
      'main.php': '<?php\nuse Shop\\Book;\nnew Book();\n',
    },
  },
  swift: {
    language: 'swift',
    manifest: 'Package.swift',
    moment: 'let package = Package(name: "P", targets: [.target(name: "Kit", path: "Two"), .target(name: "App")])\n',
    files: {
      'Package.swift': 'let package = Package(name: "P", targets: [.target(name: "Kit", path: "One"), .target(name: "App")])\n',
      'One/a.swift': 'public func open() {}\n',
      'Two/a.swift': 'public func open() {}\n',
      'Sources/App/main.swift': 'import Kit\n\nfunc go() { open() }\n',
    },
  },
  'c#': {
    language: 'csharp',
    manifest: 'App.csproj',
    moment: '<Project><ItemGroup><Using Include="Bank" /></ItemGroup></Project>\n',
    files: {
      'App.csproj': '<Project><ItemGroup><Using Include="Shop" /></ItemGroup></Project>\n',
      'Main.cs': 'using System;\nnamespace App;\npublic class Main { public Book Book; }\n',
      'Shop.cs': 'namespace Shop;\npublic class Book {}\n',
      'Bank.cs': 'namespace Bank;\npublic class Book {}\n',
    },
  },
}

describe('a manifest that changes while files are linked', () => {
  for (const [name, { language, manifest, moment, files }] of Object.entries(manifests)) {
    const usual = files[manifest] as string
    it(`[IX22] and is put back leaves the links of the files as they are (${name})`, async () => {
      await inHouse(files, async (house) => {
        const put = (text: string) => () => writeFiles(house.root, { [manifest]: text })
        let count = 0
        const families = watched(language, () => put(count++ === 0 ? moment : usual)())
        await house.index({ families })
        put(usual)()
        // What a question does next.
        await house.catchUp()
        await isRight(house)
        expect(count).toBeGreaterThan(1)
      })
    })

    it(`[IX22] and stays so is linked as it is now, in a build and in a catch-up (${name})`, async () => {
      await inHouse(files, async (house) => {
        let once = () => writeFiles(house.root, { [manifest]: moment })
        const families = watched(language, () => {
          once()
          once = () => undefined
        })
        await house.index({ families })
        await isRight(house)
        for (const steps of [false, true]) {
          // All files are linked again, and the manifest is put back between the comparison and its reading.
          writeFiles(house.root, { [manifest]: `${moment}\n` })
          once = () => writeFiles(house.root, { [manifest]: usual })
          expect((await house.catchUp({ families }, { steps })).state).toBe('unfinished')
          expect((await house.links()).fresh).toBe(false)
          expect((await house.catchUp()).state).toBe('done')
          await isRight(house)
        }
      })
    })
  }

  it('[IX22] all the time ends the build with a warning, and the repo is not fresh', async () => {
    await inHouse(go, async (house) => {
      let count = 0
      const families = watched('go', () => writeFiles(house.root, { 'go.mod': `module a.io/m${count++}\n` }))
      const report = await house.index({ families })
      expect(report.warnings.join()).toContain('go.mod changed while files were linked')
      expect((await house.links()).fresh).toBe(false)
      expect((await house.catchUp()).state).toBe('done')
      await isRight(house)
    })
  })
})

describe('families of languages', () => {
  const resolve = path.resolve(import.meta.dirname, '../../src/resolve')
  const sources = readdirSync(resolve, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file: file.split(path.sep).join('/'), text: readFileSync(path.join(resolve, file), 'utf8') }))
  const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  it('[RE43] ask about paths, and read manifests, only in ways that are recorded', () => {
    expect(having(/from 'node:|import\('node:/)).toEqual([])
    // The projects of C# are manifests; a file with `global using` affects all.
    expect(having(/bench\.paths\(\)/)).toEqual(['csharp/usings.ts'])
    // Here only the names that the files of a folder define matter, and these are followed by name.
    expect(having(/folders\.?\s*\.content\(/).sort()).toEqual([
      'affected.ts',
      'java/packages.ts',
      'jvm/packages.ts',
      'rust/module-tree.ts',
      'terraform/family.ts',
    ])
  })
})
