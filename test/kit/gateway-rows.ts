/**
 * One small repo per fully extracted language: a file that defines `login`, one that calls it. The gateway's answers after a
 * change depend on how each language is parsed. Add a row for a new language.
 */
import { type LocatorRow, locatorRows } from './locator-rows.ts'

export type GatewayRow = {
  language: string
  /** Files that exist from the start and do not change. */
  files: Record<string, string>
  /** The file that defines `login`; `moved`: its path after a move. */
  auth: { path: string; moved: string; text(name?: string): string; anchor: string }
  /** The file that calls it, in `open_desk`. */
  desk: { path: string; text: string }
  /** A file that is not indexed and calls it on `line`. */
  late: { path: string; text: string; line: number }
}

const rowOf = (language: string): LocatorRow => {
  const row = locatorRows.find((each) => each.language === language)
  if (!row) throw new Error(`no row of ${language}`)
  return row
}

const lineIn = (text: string): number => text.slice(0, text.lastIndexOf('login')).split('\n').length

type Caller = (name: string) => string

type More = { files?: Record<string, string>; folder?: string; base?: string; inType?: boolean }

/** `caller` writes a file whose function of that name calls `login`. */
function row(language: string, extension: string, caller: Caller, more: More = {}): GatewayRow {
  const { file, type, method, func: whole } = rowOf(language)
  const { files = {}, folder = 'src', base = 'auth' } = more
  const func = more.inType ? undefined : whole
  const text = (name = 'login'): string =>
    file(func ? func(name, 'login') : type('Auth', method('Auth', name, 'login')), type('Other', method('Other', 'sum', 'total')))
  const late = caller('come_late')
  return {
    language,
    files,
    auth: {
      path: `${folder}/${base}.${extension}`,
      moved: `${folder}/moved_${base}.${extension}`,
      text,
      anchor: func ? `${folder}.${base}.login` : `${folder}.${base}.Auth.login`,
    },
    desk: { path: `${folder}/desk.${extension}`, text: caller('open_desk') },
    late: { path: `${folder}/late.${extension}`, text: late, line: lineIn(late) },
  }
}

const scripted = (name: string): string =>
  `import { login } from './auth'\n\nexport function ${name}(user: string) {\n  return login(user)\n}\n`
const javaLike = (name: string, head: string, end = ';'): string =>
  `${head}class ${name} {\n  Auth auth = new Auth()${end}\n  String ${name}(String user) {\n    return auth.login(user)${end}\n  }\n}\n`

const cLogin = (name = 'login'): string =>
  `#include "shop.h"\n\nint ${name}(const char *name, int count)\n{\n  struct user *user = find_user(users, name);\n  if (!user || user->locked)\n    return fail("no such user: %s", name);\n  add_session(sessions, user->id, count);\n  return user->token;\n}\n`
const cCaller: Caller = (name) => `#include "shop.h"\n\nint ${name}(const char *user)\n{\n  return login(user, 1);\n}\n`
const cppCaller: Caller = (name) =>
  `#include "shop.hpp"\n\nstd::string ${name}(const std::string& user) {\n  return login(user);\n}\n`

/** In a component the function and its caller are in one file, and another component calls a function of a module. */
function components(language: 'vue' | 'svelte'): GatewayRow {
  const script = row('typescript', 'ts', scripted)
  const inside: Caller = (name) => `<script lang="ts">\n${scripted(name)}</script>\n\n<b>text</b>\n`
  const late = inside('come_late')
  return {
    ...script,
    language,
    desk: { path: `src/desk.${language}`, text: inside('open_desk') },
    late: { path: `src/late.${language}`, text: late, line: lineIn(late) },
  }
}

export const gatewayRows: readonly GatewayRow[] = [
  row('javascript', 'js', (name) => scripted(name).replace(': string', '')),
  row('typescript', 'ts', scripted),
  row('tsx', 'tsx', scripted),
  row('python', 'py', (name) => `from src.auth import login\n\n\ndef ${name}(user):\n    return login(user)\n`),
  row('go', 'go', (name) => `package shop\n\nfunc ${name}(user string) (string, error) {\n\treturn login(user)\n}\n`, {
    files: { 'go.mod': 'module example.com/shop\n' },
  }),
  row('java', 'java', (name) => javaLike(name, 'package shop;\n\n'), { folder: 'shop', base: 'Auth' }),
  row('csharp', 'cs', (name) => javaLike(name, 'namespace Shop;\n\n'), { base: 'Auth' }),
  row('rust', 'rs', (name) => `use crate::auth::login;\n\npub fn ${name}(user: &str) {\n    login(user);\n}\n`, {
    files: {
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': 'pub mod auth;\npub mod desk;\npub mod late;\npub mod moved_auth;\n',
    },
  }),
  row('cpp', 'cpp', cppCaller, { files: { 'src/shop.hpp': '#pragma once\nstd::string login(const std::string& name);\n' } }),
  {
    ...row('cpp', 'c', cCaller),
    language: 'c',
    files: { 'src/shop.h': '#pragma once\nint login(const char *name, int count);\n' },
    auth: { path: 'src/auth.c', moved: 'src/moved_auth.c', text: cLogin, anchor: 'src.auth.login' },
  },
  row('ruby', 'rb', (name) => `require_relative 'auth'\n\ndef ${name}(user)\n  Auth.new.login(user)\nend\n`, { inType: true }),
  row('php', 'php', (name) => `<?php\n\nnamespace Shop;\n\nfunction ${name}($user)\n{\n    return login($user);\n}\n`),
  row('kotlin', 'kt', (name) => `package shop\n\nfun ${name}(user: String): String {\n    return login(user)\n}\n`),
  row('scala', 'scala', (name) => `package shop\n\nobject ${name} {\n  def ${name}(user: String): String = login(user)\n}\n`),
  row('swift', 'swift', (name) => `func ${name}(_ user: String) throws -> String {\n    return try login(user)\n}\n`, {
    files: {
      'Package.swift':
        '// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: "Shop", targets: [.target(name: "Shop", path: "src")])\n',
    },
  }),
  components('vue'),
  components('svelte'),
]
