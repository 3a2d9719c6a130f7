/** Swift, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const bodies: Record<Body, string> = {
  login: `guard let user = users[name], !user.isLocked else {\n  throw LoginError.unknown(name)\n}\nsessions.append(user.id)\nreturn user.token`,
  total: `var sum = 0.0\nfor line in lines(of: name) {\n  sum += line.price * line.count - line.discount\n}\nreturn String(sum * 100)`,
  render: `let parts = name.split(separator: "/").map { $0.trimmed() }\nlet last = parts.last ?? title\nreturn "<a href='\\(parts.joined(separator: "-"))'>\\(last)</a>"`,
}

export const swiftRow: LocatorRow = {
  language: 'swift',
  file: (...parts) => `import Foundation\n\n${parts.join('\n')}`,
  type: (name, ...members) => `public final class ${name} {\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = '_ name: String') =>
    `public func ${name}(${parameters}) throws -> String {\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `func ${name}(_ name: String) throws -> String {\n${indent(bodies[body])}\n}\n`,
  broken: 'let = = 1\n',
  overloads: ['_ name: String', 'named name: String, again: Int'],
}
