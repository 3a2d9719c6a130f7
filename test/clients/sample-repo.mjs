// A small git repo with known answers. `src/rates.py` has about 70 kB and many uses of one function: the default answer about
// either is a first page. Its lines hold what escaping and cutting would damage: quotes, backslashes, markup, letters beyond ASCII.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Makes the repo in this folder, which must not exist. */
export function makeSampleRepo(root) {
  for (const [file, text] of Object.entries(files())) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  return root
}

/**
 * What the scripted model asks, in this order, and the part that each call plays. A plain call and an error must arrive whole. The
 * long ones ask for more than the default of 10,000 bytes, to see what the client does with them. A server that speaks HTTP is
 * not started in the repo, so it is told which repo is meant.
 */
export function scriptFor(transport) {
  const repo = transport === 'http' ? { repo: 'shop' } : {}
  const call = (role, tool, args) => ({ role, tool, arguments: { ...args, ...repo } })
  return {
    calls: [
      call('plain', 'search_code', { query: 'how does a refund reach the ledger' }),
      call('plain', 'get_file', { file_path: 'src/rates.py' }),
      call('plain', 'where_used', { symbol: 'convert' }),
      call('error', 'get_file', { file_path: 'src/missing.py' }),
      ...[20_000, 40_000, 100_000].map((max_chars) => call('long', 'get_file', { file_path: 'src/rates.py', max_chars })),
    ],
    final: 'The script is finished.',
  }
}

function files() {
  return {
    'README.md':
      '# Shop\n\nSells things in many currencies.\n\n## Refunds\n\nMoney goes back to the customer through the ledger.\n',
    'src/ledger.py': [
      'class Ledger:',
      '    """Keeps every booking."""',
      '',
      '    def post(self, amount):',
      '        """Books an amount."""',
      '        return amount',
      '',
      '',
      'def convert(amount, place):',
      '    """Gives an amount in the currency of a place."""',
      '    return amount * len(place)',
      '',
    ].join('\n'),
    'src/refund.py': [
      'from .ledger import Ledger, convert',
      '',
      '',
      'def refund(order):',
      '    """Gives the money of an order back: books the refund in the ledger."""',
      '    return Ledger().post(-convert(order.amount, order.place))',
      '',
    ].join('\n'),
    'src/rates.py': rates(),
  }
}

function rates() {
  const lines = Array.from({ length: 700 }, (_, at) => {
    const number = String(at).padStart(4, '0')
    return `RATE_${number} = convert(${at}, "Zürich → 東京 <b>&amp;</b> \\"${number}\\" \\\\n 'é' {%s}")  # 🪨 rate ${number}`
  })
  return ['from .ledger import convert', '', ...lines, ''].join('\n')
}
