/** Components of Vue and Svelte: their imports, and the uses in their markup. */
import { describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../../test/kit/linked-repo.ts'
import { symbolKey } from '../../contract/identity.ts'
import type { LinkOutcome } from '../../contract/links.ts'

/** Every use of one file: `line use receiver.name → path name`. */
async function linksOf(files: Record<string, string>, path: string): Promise<string[]> {
  const repo = await linkRepo(files)
  const outcomes = repo.links.get(path)?.uses ?? []
  return (repo.facts.get(path)?.uses() ?? []).map(({ line, use, receiver, name }, at) => {
    return `${line} ${use} ${receiver === '' ? name : `${receiver}.${name}`} → ${shown(repo, outcomes[at])}`
  })
}

function shown({ facts }: LinkedRepo, outcome: LinkOutcome | undefined): string {
  if (outcome?.to !== 'symbol') return outcome?.to === 'package' ? outcome.target : `(${outcome?.reason})`
  const { path, key } = outcome.target
  const symbols = facts.get(path)?.outline().symbols ?? []
  return `${path} ${symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)?.qualified_name ?? ''}`.trim()
}

describe('Vue', () => {
  const button =
    '<script setup lang="ts">\ndefineProps<{ label: string }>()\n</script>\n<template><b>{{ label }}</b></template>\n'

  it('[RE40] a default import leads to the component, with and without its extension, by alias, and through a barrel', async () => {
    const files = {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["src/*"] } } }',
      'src/Button.vue': button,
      'src/old.vue': '<script>\nexport default { name: "Old" }\n</script>\n',
      'src/linked.vue': '<script src="./linked.ts"></script>\n',
      'src/linked.ts': 'export default {}\n',
      'src/plain.vue': '<template><b/></template>\n',
      'src/index.ts': "export { default as Button } from './Button.vue'\n",
      'src/main.ts':
        "import A from './Button.vue'\nimport B from './Button'\nimport C from '~/old.vue'\nimport { Button } from '.'\nimport D from './linked.vue'\nimport E from './plain.vue'\nA\nB\nC\nButton\nD\nE\n",
    }
    expect((await linksOf(files, 'src/main.ts')).slice(-6)).toEqual([
      '7 reads A → src/Button.vue default',
      '8 reads B → src/Button.vue default',
      '9 reads C → src/old.vue default',
      '10 reads Button → src/Button.vue default',
      '11 reads D → src/linked.ts default',
      '12 reads E → src/plain.vue default',
    ])
  })

  it('[RE41] names in a template refer to what the script defines and imports, or to what the template binds', async () => {
    const files = {
      'Button.vue': button,
      'store.ts': 'export const rows = [1]\nexport function load(): void {}\n',
      'App.vue': `<script setup lang="ts">
import MyButton from './Button.vue'
import { load, rows } from './store'
const row = rows
function save(): void {}
</script>
<template>
  <my-button @click="save" @hold="load()" v-for="row in rows" :key="row.id">{{ row }} {{ label }}</my-button>
  <p>{{ row }}</p>
</template>
`,
    }
    expect((await linksOf(files, 'App.vue')).filter((line) => /^[89]|^10/.test(line))).toEqual([
      '8 references MyButton → Button.vue default',
      '8 reads save → App.vue save',
      '8 calls load → store.ts load',
      '8 reads rows → store.ts rows',
      '8 reads row.id → (receiver-unknown)',
      '8 reads label → (not-found)',
      '9 reads row → App.vue row',
    ])
    expect(await linksOf(files, 'Button.vue')).toContain('4 reads label → Button.vue default.label')
  })

  it('[RE41] names in the template and `this` refer to the options of a component', async () => {
    const text = `<template><b @click="save(size)">{{ total }} {{ gone }}</b></template>
<script>
export default {
  props: ['size'],
  data: () => ({ count: 1 }),
  computed: { total() { return this.count } },
  methods: { save() { this.total; this.gone() } },
}
</script>
`
    expect(await linksOf({ 'a.vue': text }, 'a.vue')).toEqual([
      '1 calls save → a.vue default.methods.save',
      '1 reads size → a.vue default.size',
      '1 reads total → a.vue default.computed.total',
      '1 reads gone → (not-found)',
      '6 reads this.count → a.vue default.count',
      '7 reads this.total → a.vue default.computed.total',
      '7 calls this.gone → (receiver-unknown)',
    ])
  })

  it('[RE41] properties of a declared type are found through the name they are bound to', async () => {
    const files = {
      'types.ts': 'export interface Props { size: number }\n',
      'a.vue':
        '<script setup lang="ts">\nimport type { Props } from "./types"\nconst props = withDefaults(defineProps<Props>(), {})\nprops.size\n</script>\n',
    }
    expect((await linksOf(files, 'a.vue')).at(-1)).toBe('4 reads props.size → types.ts Props.size')
  })

  it("[RE40] `@` is the sources of an app made by Vue's command line", async () => {
    const files = {
      'package.json': '{ "devDependencies": { "@vue/cli-service": "^4.0.0" } }',
      'src/deep/Button.vue': button,
      'src/main.js': "import B from '@/deep/Button'\nB\n",
    }
    expect((await linksOf(files, 'src/main.js')).at(-1)).toBe('2 reads B → src/deep/Button.vue default')
  })
})

describe('Svelte', () => {
  it('[RE40] a component, what its module script exports, and `$lib`', async () => {
    const files = {
      'svelte.config.js': 'export default {}\n',
      'src/lib/Row.svelte':
        '<script module>\nexport const wide = 1\n</script>\n<script>\nexport let size\nexport function reset() {}\n</script>\n<b>{size}</b>\n',
      'src/routes/page.svelte': `<script>
import Row, { wide } from '$lib/Row.svelte'
import { user } from '$lib/stores'
let rows = []
function pick(row) {}
</script>
{#each rows as row}<Row on:click={() => pick(row)} width={wide}>{$user.name}</Row>{/each}
`,
      'src/lib/stores.ts': 'export const user = make()\n',
    }
    expect((await linksOf(files, 'src/routes/page.svelte')).slice(2)).toEqual([
      '3 imports user → src/lib/stores.ts user',
      '7 reads rows → src/routes/page.svelte rows',
      '7 references Row → src/lib/Row.svelte default',
      '7 calls pick → src/routes/page.svelte pick',
      '7 reads wide → src/lib/Row.svelte wide',
      '7 reads user → src/lib/stores.ts user',
      '7 reads $user.name → (receiver-unknown)',
    ])
    expect(await linksOf(files, 'src/lib/Row.svelte')).toEqual(['8 reads size → src/lib/Row.svelte size'])
  })
})

describe('pages and notebooks', () => {
  it('[RE42] a page uses the scripts it loads, and its elements use functions of its own scripts', async () => {
    const files = {
      'js/app.js': 'function go() {}\n',
      'index.html':
        '<script src="js/app.js"></script>\n<script src="/js/app.js"></script>\n<script>\nfunction save() {}\n</script>\n<b onclick="save()"></b>\n',
    }
    expect(await linksOf(files, 'index.html')).toEqual([
      '1 imports ./js/app.js → js/app.js',
      '2 imports /js/app.js → js/app.js',
      '6 calls save → index.html save',
    ])
  })

  it('[RE42] a notebook uses what its cells import from the repo and define for each other', async () => {
    const cells = [
      ['from shop.cart import total\n', 'import numpy as np'],
      ['def show(x):\n', '    return total(x)'],
      ['show(np.pi)'],
    ]
    const text = JSON.stringify({ cells: cells.map((source) => ({ cell_type: 'code', source })) }, null, 1)
    const files = { 'shop/__init__.py': '', 'shop/cart.py': 'def total(x):\n    return x\n', 'work/a.ipynb': text }
    expect(await linksOf(files, 'work/a.ipynb')).toEqual([
      '6 imports total → shop/cart.py total',
      '7 imports np → pkg:pypi/numpy',
      '14 calls total → shop/cart.py total',
      '20 calls show → work/a.ipynb show',
      '20 reads np → pkg:pypi/numpy',
      '20 reads np.pi → pkg:pypi/numpy#pi',
    ])
  })
})
