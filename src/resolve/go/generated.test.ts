import { expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'

it('[RE36] a name bound dozens of times through itself, as in generated copies, is given up, not followed for ever', async () => {
  const fields = Array.from({ length: 25 }, (_, at) => `F${at}`)
  const type = `type Whole struct {\n${fields.map((field) => `\t${field} *Whole\n`).join('')}}\n`
  const copies = fields.map(
    (field) => `\tif in.${field} != nil {\n\t\tin, out := &in.${field}, &out.${field}\n\t\t(*in).Copy(*out)\n\t}\n`,
  )
  const code = `package x\n\n${type}\nfunc (in *Whole) Copy(out *Whole) {\n${copies.join('')}}\n`
  const linked = await linkRepo({ 'go.mod': 'module example.com/x\n', 'zz_generated.go': code })
  expect(linked).toBeDefined()
})
