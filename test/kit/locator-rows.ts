/** How each fully extracted language writes what the locator's tests need. Add a row for a new language. */
import { component } from './locator-rows/component.ts'
import { cppRows } from './locator-rows/cpp.ts'
import { csharpRow } from './locator-rows/csharp.ts'
import { kotlinRow } from './locator-rows/kotlin.ts'
import { phpRow } from './locator-rows/php.ts'
import { rubyRow } from './locator-rows/ruby.ts'
import { rust } from './locator-rows/rust.ts'
import { scalaRow } from './locator-rows/scala.ts'
import { swiftRow } from './locator-rows/swift.ts'

/** Bodies with nothing in common, about forty tokens each. */
export type Body = 'login' | 'total' | 'render'

export type LocatorRow = {
  language: string
  /** A whole file. */
  file(...parts: string[]): string
  /** A class with methods; in Go a type and the functions that belong to it. */
  type(name: string, ...members: string[]): string
  method(owner: string, name: string, body: Body, parameters?: string): string
  /** A function of the module; undefined if a language has none. */
  func?(name: string, body: Body): string
  /** A line that does not parse, but does not affect the following lines. */
  broken: string
  /** Two parameter lists, if a language distinguishes overloads by them. */
  overloads?: readonly [string, string]
}

const indent = (text: string, by = '  '): string => text.replace(/^(?=.)/gm, by)

const scriptBodies: Record<Body, string> = {
  login: `const user = this.users.find(name)\nif (!user || user.locked) {\n  throw new Error('no such user: ' + name)\n}\nthis.sessions.add(user.id)\nreturn user.token`,
  total: `let sum = 0\nfor (const line of name.lines) {\n  sum += line.price * line.count - line.discount\n}\nreturn Math.round(sum * 100) / 100`,
  render: `const parts = name.split('/').map((part) => part.trim()).filter(Boolean)\nreturn \`<a href="\${parts.join('-')}">\${parts.at(-1) ?? this.title}</a>\``,
}

const script = (language: string): LocatorRow => {
  const typed = language !== 'javascript'
  const given = typed ? 'name: any' : 'name'
  return {
    language,
    file: (...parts) => `import { a } from './a'\n\n${parts.join('\n')}`,
    type: (name, ...members) => `export class ${name} {\n${members.map((member) => indent(member)).join('\n')}}\n`,
    method: (_, name, body, parameters = given) => `${name}(${parameters}) {\n${indent(scriptBodies[body])}\n}\n`,
    func: (name, body) => `export function ${name}(${given}) {\n${indent(scriptBodies[body])}\n}\n`,
    broken: 'const = = ;\n',
  }
}

const pythonBodies: Record<Body, string> = {
  login: `user = self.users.get(name)\nif user is None or user.locked:\n    raise KeyError('no such user: ' + name)\nself.sessions.append(user.id)\nreturn user.token`,
  total: `sum = 0\nfor line in name.lines:\n    sum += line.price * line.count - line.discount\nreturn round(sum * 100) / 100`,
  render: `parts = [part.strip() for part in name.split('/') if part]\nreturn f"<a href='{'-'.join(parts)}'>{parts[-1] or self.title}</a>"`,
}
const goBodies: Record<Body, string> = {
  login: `user, ok := users[name]\nif !ok || user.locked {\n\treturn "", fmt.Errorf("no such user: %s", name)\n}\nsessions = append(sessions, user.id)\nreturn user.token, nil`,
  total: `sum := 0.0\nfor _, line := range lines[name] {\n\tsum += line.price*line.count - line.discount\n}\nreturn strconv.Itoa(int(sum * 100)), nil`,
  render: `parts := strings.Split(strings.TrimSpace(name), "/")\nlast := parts[len(parts)-1]\nreturn fmt.Sprintf("<a href=%q>%s</a>", strings.Join(parts, "-"), last), nil`,
}
const javaBodies: Record<Body, string> = {
  login: `User user = this.users.get(name);\nif (user == null || user.locked) {\n  throw new IllegalStateException("no such user: " + name);\n}\nthis.sessions.add(user.id);\nreturn user.token;`,
  total: `double sum = 0;\nfor (Line line : this.lines.of(name)) {\n  sum += line.price * line.count - line.discount;\n}\nreturn String.valueOf(Math.round(sum * 100));`,
  render: `String[] parts = name.trim().split("/");\nString last = parts[parts.length - 1];\nreturn "<a href='" + String.join("-", parts) + "'>" + last + "</a>";`,
}

const typescript: LocatorRow = { ...script('typescript'), overloads: ['name: string', 'name: number, again: boolean'] }

export const locatorRows: readonly LocatorRow[] = [
  script('javascript'),
  typescript,
  script('tsx'),
  component('vue', typescript),
  component('svelte', typescript),
  {
    language: 'python',
    file: (...parts) => `import os\n\n${parts.join('\n')}`,
    type: (name, ...members) => `class ${name}:\n${members.map((member) => indent(member, '    ')).join('\n')}`,
    method: (_, name, body, parameters = 'name') => `def ${name}(self, ${parameters}):\n${indent(pythonBodies[body], '    ')}\n`,
    func: (name, body) => `def ${name}(name):\n${indent(pythonBodies[body], '    ')}\n`,
    broken: 'x = = 1\n',
  },
  {
    language: 'go',
    file: (...parts) => `package shop\n\nimport "fmt"\n\n${parts.join('\n')}`,
    type: (name, ...members) => `type ${name} struct {\n\ttitle string\n}\n\n${members.join('\n')}`,
    method: (owner, name, body, parameters = 'name string') =>
      `func (a *${owner}) ${name}(${parameters}) (string, error) {\n${indent(goBodies[body], '\t')}\n}\n`,
    func: (name, body) => `func ${name}(name string) (string, error) {\n${indent(goBodies[body], '\t')}\n}\n`,
    broken: 'var = = 1\n',
  },
  {
    language: 'java',
    file: (...parts) => `package shop;\n\nimport java.util.List;\n\n${parts.join('\n')}`,
    type: (name, ...members) => `public class ${name} {\n${members.map((member) => indent(member)).join('\n')}}\n`,
    method: (_, name, body, parameters = 'String name') =>
      `public String ${name}(${parameters}) {\n${indent(javaBodies[body])}\n}\n`,
    broken: 'int = = 1;\n',
    overloads: ['String name', 'String name, int again'],
  },
  csharpRow,
  phpRow,
  rubyRow,
  kotlinRow,
  scalaRow,
  swiftRow,
  rust,
  ...cppRows,
]
