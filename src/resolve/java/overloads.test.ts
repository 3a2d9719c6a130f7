/** Which of several methods of one name a call means. */
import { expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'
import { symbolKey } from '../../contract/identity.ts'

const files = {
  'src/shop/Base.java': `package shop;
class Base {
  void add(int a, int b, int c) {}
  void put(String text) {}
  void hide(int n) {}
  private void own(int n) {}
  int size() { return 0; }
}
`,
  'src/shop/Cart.java': `package shop;
class Cart extends Base {
  int size;
  void add(int a) {}
  void add(int a, int b) {}
  void log(String text, Object... rest) {}
  void put(Integer number) {}
  void hide(int m) {}
  void own(String text) {}
  void same(int a) {}
  void same(String a) {}
}
`,
  'src/shop/Pair.java': `package shop;
record Pair(int left, int right) {}
`,
  'src/shop/Main.java': `package shop;
class Main {
  void run(Cart cart, Pair pair) {
    cart.add(1);
    cart.add(1, /* two */ 2);
    cart.add(1, 2, 3);
    cart.add();
    cart.log("a");
    cart.log("a", 1, 2);
    cart.log();
    cart.put("a");
    cart.hide(1);
    cart.own("a");
    cart.same(1);
    cart.size();
    pair.left();
  }
}
`,
}

it('[RE17] a call means the overload that takes as many arguments, or none where several do', async () => {
  const repo = await linkRepo(files)
  const file = 'src/shop/Main.java'
  const uses = repo.facts.get(file)?.uses() ?? []
  const found = uses.flatMap((use, at) => {
    const outcome = repo.links.get(file)?.uses[at]
    if (use.use !== 'calls' || !outcome) return []
    const target = outcome.to === 'symbol' ? outcome.target : undefined
    const symbol = repo.facts
      .get(target?.path ?? '')
      ?.outline()
      .symbols.find((one) => symbolKey(one.qualified_name, one.tag) === target?.key)
    return [`${use.line} ${symbol ? `${symbol.qualified_name}:${symbol.name_line}` : outcome.to === 'nothing' && outcome.reason}`]
  })
  expect(found).toEqual([
    '4 Cart.add:4',
    '5 Cart.add:5',
    '6 Base.add:3',
    '7 not-found',
    '8 Cart.log:6',
    '9 Cart.log:6',
    '10 not-found',
    '11 ambiguous',
    '12 Cart.hide:8',
    '13 Cart.own:9',
    '14 ambiguous',
    '15 Base.size:7',
    '16 Pair.left:2',
  ])
})

it('[RE17] where several fit, a chain goes on when all of them give the same', async () => {
  const repo = await linkRepo({
    'src/shop/Box.java': `package shop;
class Box {
  Box with(int a) { return this; }
  Box with(String a) { return this; }
  int at(int a) { return a; }
  Box at(String a) { return this; }
  void run() { with(1).close(); at(1).close(); }
  void close() {}
}
`,
  })
  const file = 'src/shop/Box.java'
  const uses = repo.facts.get(file)?.uses() ?? []
  const outcomes = uses.map((use, at) => ({ use, to: repo.links.get(file)?.uses[at]?.to }))
  expect(outcomes.filter(({ use }) => use.name === 'close').map(({ use, to }) => `${use.receiver} ${to}`)).toEqual([
    'with() symbol',
    'at() nothing',
  ])
})
