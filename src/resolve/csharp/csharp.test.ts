/** The rules of C# one by one, on repos of a few lines. */
import { describe, expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'
import { symbolKey } from '../../contract/identity.ts'

/** The target of the last use of a name in a file: file and line of a definition, or the reason why there is none. */
async function linked(files: Record<string, string>, file: string, name: string): Promise<string> {
  const repo = await linkRepo(files)
  const uses = repo.facts.get(file)?.uses() ?? []
  const outcome = repo.links.get(file)?.uses[uses.findLastIndex((use) => use.name === name)]
  if (outcome === undefined) return 'no such use'
  if (outcome.to !== 'symbol') return outcome.to === 'package' ? outcome.target : outcome.reason
  const { path, key } = outcome.target
  const symbols = repo.facts.get(path)?.outline().symbols ?? []
  const symbol = symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)
  return `${path}:${symbol?.name_line} ${symbol?.qualified_name}`
}

/** A method with this body, in a class `Use`. */
const using = (body: string, head = ''): string => `${head}namespace App { class Use { void Go(object given) { ${body} } } }\n`

describe('types', () => {
  const core = {
    'Core.cs': 'namespace Lib;\npublic class Foo { public void Run() { } }\npublic class Foo<T> { public T Get() => default; }\n',
  }

  it('[RE120] a namespace has to be opened, by the file or by its project', async () => {
    expect(await linked({ ...core, 'Use.cs': using('new Foo();') }, 'Use.cs', 'Foo')).toBe('not-found')
    expect(await linked({ ...core, 'Use.cs': using('new Foo();', 'using Lib; ') }, 'Use.cs', 'Foo')).toBe('Core.cs:2 Foo')
    expect(await linked({ ...core, 'Use.cs': using('new Lib.Foo();') }, 'Use.cs', 'Foo')).toBe('Core.cs:2 Foo')
    const shared = { 'a/A.csproj': '<Project><ItemGroup><Using Include="Lib" /></ItemGroup></Project>' }
    expect(await linked({ ...core, ...shared, 'a/Use.cs': using('new Foo();') }, 'a/Use.cs', 'Foo')).toBe('Core.cs:2 Foo')
    const usings = { 'b/B.csproj': '<Project />', 'b/GlobalUsings.cs': 'global using Lib;\n' }
    expect(await linked({ ...core, ...usings, 'b/Use.cs': using('new Foo();') }, 'b/Use.cs', 'Foo')).toBe('Core.cs:2 Foo')
  })

  it('[RE120] types of one name differ by their type parameters', async () => {
    expect(await linked({ ...core, 'Use.cs': using('new Foo<int>();', 'using Lib; ') }, 'Use.cs', 'Foo')).toBe('Core.cs:3 Foo')
    expect(await linked({ ...core, 'Use.cs': using('typeof(Foo<,>).ToString();', 'using Lib; ') }, 'Use.cs', 'Foo')).toBe(
      'not-found',
    )
  })

  it('[RE120] of two visible types neither is linked; the own namespace goes first', async () => {
    const other = { 'Other.cs': 'namespace Other;\npublic class Foo { }\n' }
    const both = 'using Lib; using Other; '
    expect(await linked({ ...core, ...other, 'Use.cs': using('new Foo();', both) }, 'Use.cs', 'Foo')).toBe('ambiguous')
    const own = { 'Own.cs': 'namespace App;\nclass Foo { }\n' }
    expect(await linked({ ...core, ...own, 'Use.cs': using('new Foo();', both) }, 'Use.cs', 'Foo')).toBe('Own.cs:2 Foo')
  })

  it('[RE120] the parts of a type are one, also for what they inherit', async () => {
    const parts = {
      'A.Extra.cs': 'namespace App;\npublic partial class A : Base { public void Extra() { } }\n',
      'A.cs': 'namespace App;\npublic partial class A { public void Main() => Extra(); }\n',
      'Base.cs': 'namespace App;\npublic class Base { protected void Inherited() { } public void Open() { } }\n',
    }
    expect(await linked({ ...parts, 'Use.cs': using('A a = null; a.Open();') }, 'Use.cs', 'A')).toBe('A.cs:2 A')
    expect(await linked(parts, 'A.cs', 'Extra')).toBe('A.Extra.cs:2 A.Extra')
    expect(await linked({ ...parts, 'Use.cs': using('A a = null; a.Open();') }, 'Use.cs', 'Open')).toBe('Base.cs:2 Base.Open')
  })

  it('[RE124] where a property has its type’s name, a static member after the dot makes it the type', async () => {
    const text = 'class Use {\n  public Color Color;\n  void Go() { var x = Color.Red; }\n}\nenum Color { Red }\n'
    expect(await linked({ 'Use.cs': text }, 'Use.cs', 'Color')).toBe('Use.cs:5 Color')
    expect(await linked({ 'Use.cs': text }, 'Use.cs', 'Red')).toBe('Use.cs:5 Color.Red')
  })
})

describe('calls', () => {
  const book = `namespace App;
public class Book {
  public void Add(string text) { }
  public void Add(int number) { }
  public void Add(string text, int times = 1, params object[] rest) { }
  public void Each(System.Action<Book> each) { }
  public T Each<T>(System.Func<Book, T> each) => default;
  public void None() { }
  public T None<T>() => default;
}
`
  it.each([
    ['new Book().Add("x");', 'Book.cs:3 Book.Add'],
    ['int n = 1; new Book().Add(n);', 'Book.cs:4 Book.Add'],
    ['new Book().Add("x", 1, 2);', 'Book.cs:5 Book.Add'],
    ['new Book().Add(Unknown.Value);', 'ambiguous'],
    ['new Book().Add();', 'not-found'],
  ])('[RE121] %s', async (body, expected) => {
    expect(await linked({ 'Book.cs': book, 'Use.cs': using(body) }, 'Use.cs', 'Add')).toBe(expected)
  })

  it('[RE121] a lambda is recognised by its shape, a type parameter by whether it can be inferred', async () => {
    const files = (body: string) => ({ 'Book.cs': book, 'Use.cs': using(body) })
    expect(await linked(files('new Book().Each(b => { b.None(); });'), 'Use.cs', 'Each')).toBe('Book.cs:6 Book.Each')
    expect(await linked(files('new Book().Each(b => 1);'), 'Use.cs', 'Each')).toBe('Book.cs:7 Book.Each')
    expect(await linked(files('new Book().Each(b => b.None());'), 'Use.cs', 'Each')).toBe('ambiguous')
    expect(await linked(files('new Book().None();'), 'Use.cs', 'None')).toBe('Book.cs:8 Book.None')
    expect(await linked(files('new Book().None<int>();'), 'Use.cs', 'None')).toBe('Book.cs:9 Book.None')
  })

  it('[RE122] an extension method needs its namespace, and a member comes before it', async () => {
    const more =
      'namespace More;\npublic static class Books { public static void Sort(this App.Book book) { } public static void None(this App.Book book) { } public static int Size(this string text) => 1; }\n'
    const files = (body: string, head = '') => ({ 'Book.cs': book, 'More.cs': more, 'Use.cs': using(body, head) })
    expect(await linked(files('new Book().Sort();'), 'Use.cs', 'Sort')).toBe('not-found')
    expect(await linked(files('new Book().Sort();', 'using More; '), 'Use.cs', 'Sort')).toBe('More.cs:2 Books.Sort')
    expect(await linked(files('new Book().None();', 'using More; '), 'Use.cs', 'None')).toBe('Book.cs:8 Book.None')
    expect(await linked(files('"x".Size();', 'using More; '), 'Use.cs', 'Size')).toBe('More.cs:2 Books.Size')
    expect(await linked(files('Stream s = null; s.Size();', 'using More; '), 'Use.cs', 'Size')).toBe('receiver-unknown')
    expect(await linked(files('Stream s = null; s.Flush();', 'using More; '), 'Use.cs', 'Flush')).toBe('builtin')
  })

  it.each([
    'Task<Book> t = null; (await t).None();',
    'List<Book> all = null; foreach (var one in all) one.None();',
    'Dictionary<string, Book> all = null; all["x"].None();',
    'var all = new Book[3]; all[0].None();',
    'new Book().Each(one => one.None());',
    'List<Book> all = null; all.Where(one => true).First().None();',
    'if (given is Book { } one) one.None();',
    'var one = (given as Book) ?? new Book(); ((Book)given).None();',
    'Make<Book>().None();',
  ])('[RE123] %s', async (body) => {
    const text = `using System.Linq; namespace App { class Use { T Make<T>() => default; async void Go(object given) { ${body} } } }\n`
    const expected = body.startsWith('Task') ? 'receiver-unknown' : 'Book.cs:8 Book.None'
    expect(await linked({ 'Book.cs': book, 'Use.cs': text }, 'Use.cs', 'None')).toBe(expected)
  })
})
