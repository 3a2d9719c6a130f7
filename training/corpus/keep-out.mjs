// Which packages, folders and files belong to a project that Cairn is measured on. None of them may be in the training data.
import { readFileSync } from 'node:fs'

const list = new URL('../keep-out.txt', import.meta.url)

/** owner/name of each project, lower case. */
export const projects = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.trim().toLowerCase())
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Names too common to tell a project by: for these, the names that its packages and folders have. */
const otherNames = {
  'vuejs/core': ['vue', 'vuejs', 'vue-core'],
  'laravel/framework': ['laravel', 'illuminate'],
  'sveltejs/kit': ['sveltekit', 'svelte-kit'],
  'nlohmann/json': ['nlohmann', 'nlohmann-json', 'nlohmann_json'],
  'urfave/cli': ['urfave', 'urfave-cli', 'codegangsta-cli'],
  'labstack/echo': ['labstack', 'labstack-echo'],
  'doctrine/orm': ['doctrine-orm', 'doctrine2'],
  'symfony/console': ['symfony-console'],
  'symfony/http-kernel': ['symfony-http-kernel'],
  'rust-lang/regex': ['regex-automata', 'regex-syntax', 'regex-1', 'rust-regex'],
  'slimphp/slim': ['slimphp', 'slim-slim'],
  'solidjs/solid': ['solid-js', 'solidjs'],
  'typelevel/cats': ['cats-core', 'cats-kernel', 'typelevel'],
  'git/git': ['git-core', 'git-man'],
  'rails/rails': [
    'rails',
    'activerecord',
    'activesupport',
    'actionpack',
    'actionview',
    'activemodel',
    'actionmailer',
    'activejob',
    'railties',
    'actioncable',
    'activestorage',
    'actiontext',
    'actionmailbox',
  ],
  'mui/material-ui': ['material-ui', '@mui', 'mui-material'],
  'playframework/playframework': ['playframework'],
  'jetbrains/exposed': ['jetbrains-exposed'],
  'square/okio': ['okio'],
  'app-vnext/polly': ['polly'],
  'jgm/pandoc': ['pandoc', 'pandoc-types'],
  'dashbitco/broadway': ['broadway'],
  'apache/commons-lang': ['commons-lang', 'commons-lang3', 'libcommons-lang-java', 'libcommons-lang3-java'],
  'fasterxml/jackson-databind': ['jackson-databind'],
  'reactivex/rxjava': ['rxjava', 'rxjava2', 'rxjava3'],
  'kotlin/kotlinx.coroutines': ['kotlinx.coroutines', 'kotlinx-coroutines'],
  'haskell/aeson': ['aeson'],
  'jamesnk/newtonsoft.json': ['newtonsoft.json', 'newtonsoft-json', 'newtonsoft'],
  'messagepack-csharp/messagepack-csharp': ['messagepack-csharp'],
  'ziglang/zig': ['ziglang', 'zig'],
  'facebook/docusaurus': ['docusaurus', '@docusaurus'],
  'nestjs/nest': ['nestjs', '@nestjs'],
  'babel/babel': ['babel', '@babel', 'babel7', 'babel6'],
  'trpc/trpc': ['trpc', '@trpc'],
  'withastro/astro': ['astro', '@astrojs'],
  'remix-run/remix': ['remix', '@remix-run', 'remix-run', 'react-router'],
  'prisma/prisma': ['prisma', '@prisma'],
  'hapijs/hapi': ['hapi', '@hapi', 'hapijs'],
  'vitest-dev/vitest': ['vitest', '@vitest'],
  'microsoft/playwright': ['playwright', 'playwright-core'],
  'reduxjs/redux': ['redux', 'reduxjs', '@reduxjs'],
  'redis/redis': ['redis', 'redis-server'],
  'google/googletest': ['googletest', 'gtest', 'gmock', 'googlemock'],
  'abseil/abseil-cpp': ['abseil', 'abseil-cpp', 'absl'],
  'catchorg/catch2': ['catch2', 'catch'],
  'tokio-rs/tokio': ['tokio'],
  'clap-rs/clap': [
    'clap',
    'clap-derive',
    'clap-builder',
    'clap-lex',
    'clap-complete',
    'clap-mangen',
    'clap_derive',
    'clap_builder',
  ],
  'serde-rs/serde': ['serde', 'serde-derive', 'serde_derive', 'serde-test'],
  'bevyengine/bevy': ['bevy'],
  'grpc/grpc-go': ['grpc-go', 'google-grpc', 'google.golang.org-grpc'],
  'etcd-io/etcd': ['etcd', 'coreos-etcd', 'go.etcd.io'],
  'lodash/lodash': ['lodash', 'lodash-es', 'lodash-packages'],
  'jhy/jsoup': ['jsoup'],
  'junit-team/junit5': ['junit5', 'junit-jupiter', 'junit-platform', 'jupiter'],
  'scikit-learn/scikit-learn': ['scikit-learn', 'sklearn'],
  'pylint-dev/pylint': ['pylint', 'astroid'],
  'php-cs-fixer/php-cs-fixer': ['php-cs-fixer', 'phpcsfixer'],
  'briannesbitt/carbon': ['nesbot-carbon', 'carbon'],
}

/** Words that are also ordinary folder names: they tell a package, and not a folder of one. */
const commonFolders = new Set(
  'core cli json kit framework git click rack plug exposed hyper regex bat echo console http-kernel orm catch black carbon cats solid slim splash broadway redis rails faker fpm express fmt vite astro remix polly cobra gin fiber koa hapi mocha babel flask chi jq requests'.split(
    ' ',
  ),
)
/** Of those, the ones whose copies are often vendored under this very name: for them the folder counts as well. */
const vendored = new Set(['requests', 'click', 'flask', 'fmt', 'catch', 'mocha', 'express', 'babel', 'cobra', 'rack'])

const namesOf = (project) => otherNames[project] ?? [project.split('/')[1]]
const packageNames = new Map(
  projects.flatMap((project) => [...namesOf(project), project.replace('/', '-')].map((name) => [name, project])),
)
const folderNames = new Set(
  projects
    .flatMap((project) => [...namesOf(project), project.replace('/', '-')])
    .filter((name) => !commonFolders.has(name) || vendored.has(name)),
)

/**
 * The project that a package belongs to, by its names and web addresses; undefined when it belongs to none of them.
 * `python3-requests`, `golang-github-spf13-cobra-dev`, `librust-serde-1-dev`, `@babel/core` are recognised.
 */
export function keepOutReason(names) {
  for (const raw of names) {
    const name = raw.toLowerCase()
    const address = /(?:github|gitlab)\.com[/:]([^/\s]+\/[^/\s#?]+)/.exec(name)?.[1]?.replace(/\.git$/, '')
    if (address !== undefined && projects.includes(address)) return address
    if (/[:\s]/.test(name)) continue
    for (const short of shortNames(name)) {
      const project = packageNames.get(short)
      if (project !== undefined) return project
    }
  }
  return undefined
}

function shortNames(name) {
  const scope = /^(@[^/]+)\/(.+)$/.exec(name)
  if (scope) return [scope[1], scope[2], name]
  const bare = name
    .replace(/^(golang-(github-|gopkg-|golang-|google-)?|librust-|rust-|ruby-|php-|node-|python3?-|lua-|lib|haskell-|ghc-)/, '')
    .replace(/-(dev|java|cpp|perl)$/, '')
    .replace(/-(dev|java|cpp|perl)$/, '')
  const unversioned = bare.replace(/[-.]?v?\d[\d.]*$/, '')
  const withoutFeature = bare.replace(/\+.*$/, '').replace(/[-.]\d[\d.]*$/, '')
  return [name, bare, unversioned, withoutFeature]
}

/** Whether a path of a package lies in a folder named like such a project, as vendored copies do. */
export function isKeptOutPath(path) {
  return path
    .toLowerCase()
    .split('/')
    .some((part) => folderNames.has(part) || folderNames.has(part.replace(/[-@_]v?\d[\w.]*$/, '')))
}
