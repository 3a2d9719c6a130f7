/** Kotlin, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

const bodies: Record<Body, string> = {
  login: `val user = this.users[name]\nif (user == null || user.locked) {\n    throw IllegalStateException("no such user: $name")\n}\nthis.sessions.add(user.id)\nreturn user.token`,
  total: `var sum = 0.0\nfor (line in this.lines.of(name)) {\n    sum += line.price * line.count - line.discount\n}\nreturn (sum * 100).roundToInt().toString()`,
  render: `val parts = name.split('/').map { it.trim() }.filter { it.isNotEmpty() }\nval last = parts.lastOrNull() ?: this.title\nreturn "<a href='\${parts.joinToString("-")}'>$last</a>"`,
}

export const kotlinRow: LocatorRow = {
  language: 'kotlin',
  file: (...parts) => `package shop\n\nimport kotlin.math.roundToInt\n\n${parts.join('\n')}`,
  type: (name, ...members) => `class ${name} {\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = 'name: String') => `fun ${name}(${parameters}): String {\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `fun ${name}(name: String): String {\n${indent(bodies[body])}\n}\n`,
  broken: 'val = = 1\n',
  overloads: ['name: String', 'name: String, again: Int'],
}
