import { expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'

it('[RE36] names bound a hundred times by way of each other are given up, not followed for ever', async () => {
  const loops = Array.from(
    { length: 60 },
    (_, at) =>
      `\tfor i := range in.Items {\n\t\ta := &in.Items[i]\n\t\tb := a.Part${at % 3}\n\t\ta = b.Whole\n\t\tc := &b.Parts[i]\n\t\ta := c.Whole\n\t\tc.Run(a, b)\n\t}\n`,
  )
  const parts = [0, 1, 2].map((at) => `\tPart${at} *Part\n`).join('')
  const code = `package x\n\ntype Part struct {\n\tWhole *Whole\n\tParts []Part\n}\n\ntype Whole struct {\n${parts}\tItems []Whole\n}\n\nfunc Set(in *Whole) {\n${loops.join('')}}\n`
  const linked = await linkRepo({ 'go.mod': 'module example.com/x\n', 'zz_generated.go': code })
  expect(linked).toBeDefined()
}, 20_000)
