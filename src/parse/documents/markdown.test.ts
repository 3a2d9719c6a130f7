import { describe, expect, it } from 'vitest'
import { markdownHeadings } from './markdown.ts'

const headings = (source: string, mdx = false): string[] =>
  markdownHeadings(source.split('\n'), { mdx }).headings.map(({ level, title, start_line }) => `${start_line} h${level} ${title}`)

describe('Markdown headings', () => {
  it('[PD3] a number sign needs a space, at most six and at most three columns of indentation', () => {
    expect(headings('#no\n####### no\n    # code\n\n   ### yes\n#\tTab\n\\# no')).toEqual(['5 h3 yes', '6 h1 Tab'])
  })
  it('[PD3] a paragraph underlined is a heading, over several lines too', () => {
    expect(headings('Title\n===\n\nTwo\nlines\n---\n\n---\ntext\n\n- item\n---\n\n> quote\n---\n\n[ref]: x\n---')).toEqual([
      '1 h1 Title',
      '4 h2 Two lines',
    ])
  })
  it('[PD3] nothing inside a fence is a heading, however long the fence', () => {
    expect(
      headings('```sh title="x"\n# no\n~~~\n````\n# yes\n~~~~ js\n```\n# no\n~~~\n# no\n~~~~~\n# end\n``` a`b\n# after'),
    ).toEqual(['5 h1 yes', '12 h1 end', '14 h1 after'])
  })
  it('[PD3] a fence in a list item ends with its item; headings inside items are no sections', () => {
    expect(
      headings('- ```sh\n  # no\n  ```\n- a\n\n  # no\n\n1. b\n\n    ```\n    # no\n# yes\n\n- c\n  ```\n# yes too'),
    ).toEqual(['12 h1 yes', '16 h1 yes too'])
  })
  it('[PD3] an indented fence outside a list is code, not a fence', () => {
    expect(headings('text\n\n    ```\n\n# yes')).toEqual(['5 h1 yes'])
  })
  it('[PD3] comments and raw HTML hide headings; <h1> is one', () => {
    const page =
      '<!--\n# no\n\n# no\n-->\n<pre>\n\n# no\n</pre>\n<div>\n# no\n\n# yes\n</div>\n\n<h1 align="center">\n  <img alt="Logo">\n  The <b>Name</b>\n</h1>\n\n<p>a</p>\n<h2>Sub</h2>'
    expect(headings(page)).toEqual(['13 h1 yes', '16 h1 The Name', '22 h2 Sub'])
  })
  it('[PD3] front matter is skipped and its title heads the document', () => {
    expect(headings('---\ntitle: "How: to"\n# comment\n---\n\n## Step')).toEqual(['1 h1 How: to', '6 h2 Step'])
    expect(headings("+++\ntitle = 'Toml'\n+++\n## Step")).toEqual(['1 h1 Toml', '4 h2 Step'])
    expect(headings('---\n\n# Rule first\n\n---\n')).toEqual(['3 h1 Rule first'])
    expect(headings('---\nnever: closed\n# yes')).toEqual(['3 h1 yes'])
  })
  it('[PD3] titles lose their markup and keep their code', () => {
    const titles = [
      ['## **Bold** and _thin_ snake_case_name {#id}', 'Bold and thin snake_case_name'],
      ['## `List<T>` & `a_b*` ##', 'List<T> & a_b*'],
      ['# Name [![Build](b.svg)](ci) ![x](y.png)', 'Name'],
      ['# ![Logo of it](l.png)', 'Logo of it'],
      ['## <a name="x"></a>[Link](to(1).md) and [ref][r]', 'Link and ref'],
      ['# C\\# &amp; F#', 'C# & F#'],
      ['## [1.2.0] - a[0]', '1.2.0 - a[0]'],
      ['## See <https://x.y/z>', 'See https://x.y/z'],
      ['### __init__ `__init__`', 'init __init__'],
    ]
    expect(titles.map(([line]) => markdownHeadings([line ?? ''], { mdx: false }).headings[0]?.title)).toEqual(
      titles.map(([, title]) => title),
    )
  })
  it('[PD3] an empty heading makes no section', () => {
    expect(headings('#\n## \n### ###\n# x')).toEqual(['4 h1 x'])
  })
})

describe('MDX headings', () => {
  it('[PD3] imports, exports, expressions and tags are no text; Markdown inside components is', () => {
    const page =
      "import A from 'a'\nexport const x = `\n# no\n`\n\n{/*\n# no\n*/}\n\n<Tabs\n  code={`\n# no\n  `}\n>\n\n## yes {/* #anchor */}\n\n</Tabs>\n    ## indented"
    expect(headings(page, true)).toEqual(['16 h2 yes', '19 h2 indented'])
  })
})
