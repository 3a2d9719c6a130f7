/** Three small repos that use each other's words, for tests of the surfaces. */
import { runCairn } from './run-cairn.ts'
import { gitRepo, tempFolder } from './temp-repo.ts'

/** A small Python repo with a class, callers and a readme. */
export const shopFiles: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back through the ledger.\n',
  'package.json': '{ "name": "shop", "version": "1.0.0" }\n',
  'src/ledger.py': [
    'class Ledger:',
    '    """Keeps every booking."""',
    '',
    '    def post(self, amount):',
    '        """Books an amount."""',
    '        return amount',
    '',
    '',
    'def open_ledger():',
    '    return Ledger()',
    '',
  ].join('\n'),
  'src/refund.py': [
    'from .ledger import open_ledger',
    '',
    '',
    'def refund(order):',
    '    """Gives the money of an order back."""',
    '    ledger = open_ledger()',
    '    return ledger.post(-order.amount)',
    '',
    '',
    'def refund_all(orders):',
    '    return [refund(order) for order in orders]',
    '',
  ].join('\n'),
}

export type Shop = { home: string; shop: string; lib: string; notes: string }

export function shopRepos(): Shop {
  const shop = gitRepo({ ...shopFiles, '.gitignore': 'ignored.txt\n' }, 'shop')
  const lib = gitRepo(
    {
      'README.md': '# Lib\n\nHelpers for money.\n',
      'src/money.ts': 'export function roundMoney(amount: number): number {\n  return Math.round(amount * 100) / 100\n}\n',
      'src/price.ts':
        "import { roundMoney } from './money.js'\n\nexport const price = (net: number): number => roundMoney(net * 1.2)\n",
    },
    'lib',
  )
  const notes = gitRepo({ 'docs/guide.md': '# Guide\n\n## Release\n\nTag the commit, then publish.\n' }, 'notes')
  const home = tempFolder('home')
  const { status, stderr } = runCairn(['index', shop, lib, notes], { cwd: shop, home })
  if (status !== 0) throw new Error(stderr)
  return { home, shop, lib, notes }
}
