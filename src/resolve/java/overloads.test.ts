/** Which of several methods of one name a call refers to. */
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

it('[RE17] a call means the overload with as many parameters, or none where several have and types do not decide', async () => {
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
    '14 Cart.same:10',
    '15 Base.size:7',
    '16 Pair.left:2',
  ])
})

it('[RE17] where several fit, a chain continues when all of them return the same type', async () => {
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

it('[RE17] of overloads with equally many parameters, the one with exactly the given types is the target', async () => {
  const file = 'src/shop/Pen.java'
  const repo = await linkRepo({
    [file]: `package shop;
class Pen {
  private java.util.List<String> names;
  void put(String a) {}
  void put(Object a) {}
  void put(int a) {}
  void put(java.util.List<Integer> a) {}
  void put(String... a) {}
  void put(Class<?> a) {}
  <T> void run(String text, Pen pen, T any, int many, String... rest) {
    put("a");
    put(7);
    put(7L);
    put(text);
    put(names);
    put(pen);
    put(any);
    put(Pen.class);
    put((Object) text);
    put(text.trim());
    put(null);
    put(rest);
    { int twice = 1; put(twice); }
    { String twice = ""; put(twice); }
  }
}
`,
  })
  const symbols = repo.facts.get(file)?.outline().symbols ?? []
  const uses = repo.facts.get(file)?.uses() ?? []
  const lines = uses.flatMap((use, at) => {
    const outcome = repo.links.get(file)?.uses[at]
    if (use.name !== 'put') return []
    const key = outcome?.to === 'symbol' ? outcome.target.key : ''
    return [`${use.line} ${symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)?.name_line ?? '-'}`]
  })
  expect(lines).toEqual([
    '11 4',
    '12 6',
    '13 -',
    '14 4',
    '15 7',
    '16 -',
    '17 -',
    '18 9',
    '19 5',
    '20 -',
    '21 -',
    '22 -',
    '23 -',
    '24 -',
  ])
})
