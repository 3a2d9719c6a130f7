/**
 * Asks for the symbols of a new file by every form of their names before it is indexed: `rebind` must find what `catch-up` finds,
 * the definition and its uses in unchanged files.
 */
import { describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../kit/temp-repo.ts'
import { type AnyResult, openDesk } from '../kit/tool-desk.ts'

type Row = {
  language: string
  /** Files that exist from the start and use symbols that do not exist yet. */
  files: Record<string, string>
  /** The new files. */
  added: Record<string, string>
  /** Every name that is used to ask for the new symbol. */
  names: string[]
  /** Where it is defined, and a use in an unchanged file. */
  definition: string
  use: string
}

const rows: readonly Row[] = [
  {
    language: 'python',
    files: { 'shop/__init__.py': '', 'app.py': 'from shop.auth import login\n\nlogin("x")\n' },
    added: { 'shop/auth.py': 'def login(user):\n    return user\n' },
    names: ['login', 'auth.login', 'shop.auth.login', 'sym:shop.auth.login', 'shop/auth.py:1', 'shop/auth.py:1:5'],
    definition: 'shop/auth.py:1',
    use: 'app.py:3',
  },
  {
    language: 'typescript',
    files: { 'src/app.ts': "import { login } from './auth'\n\nlogin('x')\n" },
    added: { 'src/auth.ts': 'export function login(user: string) {\n  return user\n}\n' },
    names: ['login', 'auth.login', 'src.auth.login', 'sym:src.auth.login'],
    definition: 'src/auth.ts:1',
    use: 'src/app.ts:3',
  },
  {
    language: 'csharp',
    files: { 'src/App.cs': 'namespace Shop;\n\nclass App {\n  void Run() {\n    new Auth().Login("x");\n  }\n}\n' },
    added: { 'src/Auth.cs': 'namespace Shop;\n\nclass Auth {\n  public void Login(string user) {\n  }\n}\n' },
    names: ['Login', 'Auth.Login', 'Shop.Auth.Login', 'sym:src.Auth.Auth.Login'],
    definition: 'src/Auth.cs:4',
    use: 'src/App.cs:5',
  },
  {
    language: 'c',
    files: {
      'src/shop.h': 'int login(const char *user);\n',
      'src/app.c': '#include "shop.h"\n\nint run(void)\n{\n  return login("x");\n}\n',
    },
    added: { 'src/auth.c': '#include "shop.h"\n\nint login(const char *user)\n{\n  return 1;\n}\n' },
    names: ['auth.login', 'src.auth.login', 'sym:src.auth.login', 'src/auth.c:3:5'],
    definition: 'src/auth.c:3',
    use: 'src/app.c:5',
  },
  {
    language: 'cpp',
    files: {
      'src/shop.hpp': '#pragma once\nnamespace shop {\nint login(int user);\n}\n',
      'src/app.cpp': '#include "shop.hpp"\n\nint run() {\n  return shop::login(1);\n}\n',
    },
    added: { 'src/auth.cpp': '#include "shop.hpp"\n\nnamespace shop {\nint login(int user) {\n  return user;\n}\n}\n' },
    names: ['login', 'shop::login', 'shop.login', 'sym:src.auth.shop.login'],
    definition: 'src/auth.cpp:4',
    use: 'src/app.cpp:4',
  },
  {
    language: 'go',
    files: {
      'go.mod': 'module example.com/shop\n',
      'store/open.go': 'package store\n\nfunc Open() {}\n',
      'main.go': 'package main\n\nimport "example.com/shop/store"\n\nfunc main() {\n\tstore.Shut()\n}\n',
    },
    added: { 'store/shut.go': 'package store\n\nfunc Shut() {}\n' },
    names: ['Shut', 'store.Shut', 'sym:store.shut.Shut'],
    definition: 'store/shut.go:3',
    use: 'main.go:6',
  },
  {
    language: 'php',
    files: {
      'composer.json': '{"autoload": {"psr-4": {"App\\\\": "app/"}}}\n',
      'app/Run.php':
        '<?php\n\nnamespace App;\n\nuse App\\Models\\Order;\n\nfunction run(Order $order)\n{\n    $order->save();\n}\n',
    },
    added: {
      'app/Models/Order.php': '<?php\n\nnamespace App\\Models;\n\nclass Order\n{\n    public function save()\n    {\n    }\n}\n',
    },
    names: ['save', 'Order::save', 'App\\Models\\Order::save', '\\App\\Models\\Order::save', 'Order->save'],
    definition: 'app/Models/Order.php:7',
    use: 'app/Run.php:9',
  },
  {
    language: 'php class',
    files: { 'app/Run.php': '<?php\n\nnamespace App;\n\nuse App\\Models\\Order;\n\nfunction run(Order $order)\n{\n}\n' },
    added: { 'app/Models/Order.php': '<?php\n\nnamespace App\\Models;\n\nclass Order\n{\n}\n' },
    names: ['Order', 'App\\Models\\Order', '\\App\\Models\\Order', 'Models\\Order'],
    definition: 'app/Models/Order.php:5',
    use: 'app/Run.php:7',
  },
  {
    language: 'java',
    files: {
      'src/shop/App.java': 'package shop;\n\nclass App {\n  void run() {\n    new Auth().login("x");\n  }\n}\n',
    },
    added: { 'src/shop/Auth.java': 'package shop;\n\nclass Auth {\n  void login(String user) {\n  }\n}\n' },
    names: ['login', 'Auth.login', 'shop.Auth.login', 'Auth#login', 'sym:src.shop.Auth.Auth.login'],
    definition: 'src/shop/Auth.java:4',
    use: 'src/shop/App.java:5',
  },
  {
    language: 'kotlin',
    files: { 'src/App.kt': 'package com.shop\n\nfun run() {\n    login("x")\n}\n' },
    added: { 'src/Auth.kt': 'package com.shop\n\nfun login(user: String) {\n}\n' },
    names: ['login', 'shop.login', 'com.shop.login', 'sym:src.Auth.login'],
    definition: 'src/Auth.kt:3',
    use: 'src/App.kt:4',
  },
  {
    language: 'scala',
    files: { 'src/App.scala': 'package com.shop\n\nobject App {\n  def run(): Unit = Auth.login("x")\n}\n' },
    added: { 'src/Auth.scala': 'package com.shop\n\nobject Auth {\n  def login(user: String): Unit = ()\n}\n' },
    names: ['login', 'Auth.login', 'shop.Auth.login', 'com.shop.Auth.login'],
    definition: 'src/Auth.scala:4',
    use: 'src/App.scala:4',
  },
  {
    language: 'ruby',
    files: { 'lib/app.rb': "require_relative 'auth'\n\nShop::Auth.new.login('x')\n" },
    added: { 'lib/auth.rb': 'module Shop\n  class Auth\n    def login(user)\n    end\n  end\nend\n' },
    names: ['login', 'Auth#login', 'Shop::Auth#login', 'Shop::Auth.login', 'Shop.Auth.login'],
    definition: 'lib/auth.rb:3',
    use: 'lib/app.rb:3',
  },
  {
    language: 'rust',
    files: {
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': 'pub mod app;\npub mod auth;\n',
      'src/app.rs': 'use crate::auth::login;\n\npub fn run() {\n    login("x");\n}\n',
    },
    added: { 'src/auth.rs': 'pub fn login(user: &str) {}\n' },
    names: ['login', 'auth::login', 'crate::auth::login', 'sym:src.auth.login'],
    definition: 'src/auth.rs:1',
    use: 'src/app.rs:4',
  },
  {
    language: 'swift',
    files: {
      'Package.swift':
        '// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: "Shop", targets: [.target(name: "Shop", path: "src")])\n',
      'src/App.swift': 'func run() {\n    Auth().login("x")\n}\n',
    },
    added: { 'src/Auth.swift': 'struct Auth {\n    func login(_ user: String) {}\n}\n' },
    names: ['login', 'Auth.login'],
    definition: 'src/Auth.swift:2',
    use: 'src/App.swift:2',
  },
  {
    language: 'elixir',
    files: { 'lib/app.ex': 'defmodule Shop.App do\n  def run do\n    Shop.Auth.login("x")\n  end\nend\n' },
    added: { 'lib/auth.ex': 'defmodule Shop.Auth do\n  def login(user) do\n    user\n  end\nend\n' },
    names: ['login', 'Auth.login', 'Shop.Auth.login', 'Shop.Auth.login/1'],
    definition: 'lib/auth.ex:2',
    use: 'lib/app.ex:3',
  },
]

const places = ({ items }: AnyResult): string[] => items.map((item) => `${item.file}:${item.line}`)

describe.each(rows.map((row) => [row.language, row] as const))('%s', (_, { files, added, names, definition, use }) => {
  it('[TO34] a symbol of a new file is found by every form of its name, and so are its uses', async () => {
    const root = gitRepo(files)
    const desk = await openDesk(root)
    await desk.app.index([root])
    writeFiles(root, added)
    const about = async (symbol: string, stale_policy: string) => {
      const defined = await desk.ask('definition', { symbol, repo: root, stale_policy })
      const used = await desk.ask('where_used', { symbol, repo: root, stale_policy })
      // In C++ the definition is listed as an implementation of its declaration, and one line may use both. Ignore that.
      const uses = new Set(places(used).filter((place) => place !== definition))
      return { defined: places(defined).sort(), used: [...uses].sort() }
    }
    const rebound = new Map<string, unknown>()
    for (const name of names) rebound.set(name, await about(name, 'rebind'))
    for (const name of names) {
      const caughtUp = await about(name, 'catch-up')
      expect([name, caughtUp.defined], 'catch-up').toEqual([name, expect.arrayContaining([definition])])
      expect([name, caughtUp.used], 'catch-up').toEqual([name, expect.arrayContaining([use])])
      expect([name, rebound.get(name)], 'rebind').toEqual([name, caughtUp])
    }
  })
})
