/** Finds what a module specifier (the text after `from`) means: a file of the repo, a module of Node, or another package. */
import type { Bench } from '../bench.ts'
import { FolderAnswers } from '../folder-answers.ts'
import { folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'
import { type Meaning, nothing, packageOf } from '../meaning.ts'
import { nodeModules } from './builtins.ts'
import { asObject, readJson } from './json.ts'
import { LocalPackages } from './packages.ts'
import { PathAliases } from './path-aliases.ts'
import { probe } from './probe.ts'

/** Names npm would accept: anything else (`@/x`, `~/x`) is an alias that no configuration defines. */
const packageName = /^(?:@[a-z0-9-][\w.~-]*\/)?[a-z0-9-][\w.~-]*(?:\/|$)/i

export class JavaScriptModules {
  private readonly bench: Bench
  private readonly aliases: PathAliases
  private readonly packages: LocalPackages
  /** By folder and specifier: the files of a folder import the same modules. */
  private readonly known: FolderAnswers<Meaning>

  constructor(bench: Bench) {
    this.bench = bench
    this.known = new FolderAnswers(bench)
    this.aliases = new PathAliases(bench)
    this.packages = new LocalPackages(bench)
  }

  find(written: string, from: string): Meaning {
    return this.bench.asked.kept(this.known.of(from), written, from === this.bench.linking, () => this.look(written, from))
  }

  private look(written: string, from: string): Meaning {
    const name = written.replace(/[?!].*/s, '')
    if (/^\.{1,2}(\/|$)/.test(name)) return this.relative(name, from)
    if (name.startsWith('/')) return module(probe(this.bench, name.slice(1)))
    if (name.startsWith('#')) return module(this.packages.findPrivate(name, from) ?? this.aliases.find(name, from))
    if (name.startsWith('node:')) return packageOf(`pkg:node/${name.slice(5)}`)
    if (/^(npm|jsr):/.test(name)) return packageOf(`pkg:${name.replace(':', '/').replace(/(?<=.)@[^/]*/, '')}`)
    return this.bare(name, from)
  }

  private relative(name: string, from: string): Meaning {
    const path = joinPath(folderOf(from), name)
    return module(path === undefined ? undefined : probe(this.bench, path))
  }

  private bare(name: string, from: string): Meaning {
    if (nodeModules.has(name)) return packageOf(`pkg:node/${name}`)
    const aliased = this.aliases.find(name, from)
    if (aliased) return module(aliased)
    if (/^\$(app|env|service-worker)(\/|$)/.test(name)) return packageOf(`pkg:npm/${name}`)
    const usual = this.usual(name, from)
    if (usual) return usual
    const local = this.packages.find(name)
    if (local !== undefined) return module(local ?? undefined)
    return packageName.test(name) ? packageOf(`pkg:npm/${name}`) : nothing('module-not-found')
  }

  /** Aliases that a framework defines outside tsconfig: `$lib/…` of SvelteKit, `@/…` of Vue's command line. */
  private usual(name: string, from: string): Meaning | undefined {
    const [, alias, rest = ''] = /^(\$lib|@)(?:\/(.*))?$/.exec(name) ?? []
    if (alias === undefined || (alias === '@' && rest === '')) return undefined
    for (const folder of foldersAround(folderOf(from))) {
      if (alias === '@' ? !this.isVueApp(folder) : !this.bench.has(inFolder(folder, 'svelte.config.js'))) continue
      return module(probe(this.bench, inFolder(folder, [alias === '@' ? 'src' : 'src/lib', rest].filter(Boolean).join('/'))))
    }
    return undefined
  }

  private isVueApp(folder: string): boolean {
    const manifest = readJson(this.bench.text(inFolder(folder, 'package.json')))
    return [manifest.dependencies, manifest.devDependencies].some((list) => '@vue/cli-service' in asObject(list))
  }
}

const module = (path: string | undefined): Meaning => (path === undefined ? nothing('module-not-found') : { is: 'module', path })
