/** The uses of a module: every import of it and of its names, from the index, under rebind and without an index. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

type Row = { language: string; files: Record<string, string>; module: string; asked: string[]; user: string; line: number }
const rows: readonly Row[] = [
  {
    language: 'python',
    files: {
      'shop/__init__.py': '',
      'shop/pay.py': 'def refund(order):\n    return order\n',
      'app/main.py': 'from shop.pay import refund\n\n\ndef run():\n    return refund(1)\n',
    },
    module: 'shop/pay.py',
    asked: ['shop/pay.py', 'shop.pay', 'sym:shop.pay'],
    user: 'app/main.py',
    line: 1,
  },
  {
    language: 'typescript',
    files: {
      'src/pay.ts': 'export function refund(order: number) {\n  return order\n}\n',
      'src/app/main.ts': "import { refund } from '../pay'\n\nexport const run = () => refund(1)\n",
    },
    module: 'src/pay.ts',
    asked: ['src/pay.ts', 'src.pay', 'sym:src.pay', 'pay'],
    user: 'src/app/main.ts',
    line: 1,
  },
  {
    language: 'ruby',
    files: {
      'lib/pay.rb': 'def refund(order)\n  order\nend\n',
      'lib/main.rb': "require_relative 'pay'\n\ndef run\n  refund(1)\nend\n",
    },
    module: 'lib/pay.rb',
    asked: ['lib/pay.rb', 'sym:lib.pay', 'pay'],
    user: 'lib/main.rb',
    line: 1,
  },
  {
    language: 'java',
    files: {
      'src/shop/Pay.java':
        'package shop;\n\npublic class Pay {\n  public static int refund(int order) {\n    return order;\n  }\n}\n',
      'src/app/Main.java': 'package app;\n\nimport shop.Pay;\n\nclass Main {\n  int run() {\n    return Pay.refund(1);\n  }\n}\n',
    },
    module: 'src/shop/Pay.java',
    asked: ['src/shop/Pay.java', 'sym:src.shop.Pay'],
    user: 'src/app/Main.java',
    line: 3,
  },
  {
    language: 'php',
    files: {
      'src/Pay.php':
        '<?php\n\nnamespace Shop;\n\nclass Pay\n{\n    public function refund($order)\n    {\n        return $order;\n    }\n}\n',
      'src/Main.php': '<?php\n\nnamespace App;\n\nuse Shop\\Pay;\n\nfunction run()\n{\n    return (new Pay())->refund(1);\n}\n',
    },
    module: 'src/Pay.php',
    asked: ['src/Pay.php', 'sym:src.Pay'],
    user: 'src/Main.php',
    line: 5,
  },
  {
    language: 'go',
    files: {
      'go.mod': 'module example.com/shop\n',
      'pay/pay.go': 'package pay\n\nfunc Refund(order int) int {\n\treturn order\n}\n',
      'main.go': 'package main\n\nimport "example.com/shop/pay"\n\nfunc main() {\n\tpay.Refund(1)\n}\n',
    },
    module: 'pay/pay.go',
    asked: ['pay/pay.go', 'sym:pay.pay'],
    user: 'main.go',
    line: 3,
  },
]

const places = ({ items }: AnyResult): string[] => items.map((item) => `${item.file}:${item.line}`)

describe.each(rows.map((row) => [row.language, row] as const))('%s', (_, { files, module, asked, user, line }) => {
  let root: string
  let desk: ToolDesk
  beforeAll(async () => {
    root = gitRepo(files)
    desk = await openDesk(root)
    await desk.app.index([root])
  }, 60_000)

  it.each(asked)('[TO26] %s: its definition is the file, and an import of one of its names is a use', async (symbol) => {
    const late = user.replace(/(\w+)(\.\w+)$/, 'late$2')
    for (const state of ['index', 'rebind', 'live']) {
      const bare = state === 'live' ? gitRepo(files, 'bare') : root
      const there = state === 'live' ? await openDesk(bare, 'library') : desk
      if (state === 'rebind') writeFiles(root, { [late]: files[user] as string })
      const args = { symbol, repo: bare, stale_policy: state === 'index' ? 'catch-up' : 'rebind' }
      const definition = await there.ask('definition', args)
      expect(
        definition.items.map((item) => item.file),
        state,
      ).toEqual([module])
      const used = await there.ask('where_used', args)
      expect(places(used), state).toContain(`${user}:${line}`)
      if (state === 'rebind') expect(places(used)).toContain(`${late}:${line}`)
    }
  })
})
