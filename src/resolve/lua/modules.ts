/** Finds a module's file by name: `a.b` is `a/b.lua` or `a/b/init.lua` below one of the roots a program may start from. */
import type { Bench } from '../bench.ts'
import { baseName } from '../folders.ts'
import { type Meaning, nothing, packageOf } from '../meaning.ts'

export class LuaModules {
  private readonly bench: Bench

  constructor(bench: Bench) {
    this.bench = bench
  }

  find(module: string, from: string): Meaning {
    const path = module.replaceAll('.', '/').replace(/^\/+/, '')
    const found = [...this.endingIn(`${path}.lua`), ...this.endingIn(`${path}/init.lua`)]
    const [first, second] = found
    if (first === undefined) return this.elsewhere(path)
    if (second === undefined) return { is: 'module', path: first }
    // Several programs in one repo: take the one this file belongs to.
    const near = found.filter((one) => from.startsWith(one.slice(0, -rootless(one, path).length)))
    const longest = Math.max(...near.map((one) => one.length - rootless(one, path).length))
    const nearest = near.filter((one) => one.length - rootless(one, path).length === longest)
    return nearest.length === 1 && nearest[0] !== undefined ? { is: 'module', path: nearest[0] } : nothing('ambiguous')
  }

  /** Another package, unless this repo has something of that name. */
  private elsewhere(path: string): Meaning {
    const [top = ''] = path.split('/')
    const isOurs = this.endingIn(`${top}.lua`).length > 0 || this.bench.folders.endingIn(top).length > 0
    return top === '' || isOurs ? nothing('module-not-found') : packageOf(`pkg:luarocks/${top}`)
  }

  private endingIn(path: string): readonly string[] {
    return this.bench.folders.named(baseName(path)).filter((one) => one === path || one.endsWith(`/${path}`))
  }
}

const rootless = (file: string, path: string): string => file.slice(file.lastIndexOf(path))
