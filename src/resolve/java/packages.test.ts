/** Which folder belongs to which package: the `package` lines of all its files count, not those of one misplaced file. */
import { expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'

const files = {
  'src/shop/engine/Motor.java': 'package shop.engine;\npublic class Motor {\n  public void run() {}\n}\n',
  'src/shop/Main.java':
    'package shop;\nimport shop.engine.Motor;\nclass Main {\n  void go(Motor motor) {\n    motor.run();\n  }\n}\n',
}
const targets = async (all: Record<string, string>) =>
  [...(await linkRepo(all)).links.get('src/shop/Main.java')!.uses].map((outcome) => outcome.to)

it('[RE37] a misplaced file of another package does not take a folder from the other files', async () => {
  const alone = await targets(files)
  expect(alone).toContain('symbol')
  const stray = { 'src/shop/engine/Aaa.java': 'package shop;\nclass Aaa {}\nclass Motor {}\n' }
  expect(await targets({ ...files, ...stray })).toEqual(alone)
})
