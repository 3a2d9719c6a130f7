/** Scala, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const bodies: Record<Body, string> = {
  login: `val user = this.users.get(name)\nif (user.isEmpty || user.get.locked) {\n  throw new IllegalStateException(s"no such user: $name")\n}\nthis.sessions += user.get.id\nuser.get.token`,
  total: `var sum = 0.0\nfor (line <- this.lines.of(name)) {\n  sum += line.price * line.count - line.discount\n}\nMath.round(sum * 100).toString`,
  render: `val parts = name.split("/").map(_.trim).filter(_.nonEmpty)\nval last = parts.lastOption.getOrElse(this.title)\ns"<a href='\${parts.mkString("-")}'>$last</a>"`,
}

export const scalaRow: LocatorRow = {
  language: 'scala',
  file: (...parts) => `package shop\n\nimport scala.collection.mutable\n\n${parts.join('\n')}`,
  type: (name, ...members) => `class ${name} {\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = 'name: String') => `def ${name}(${parameters}): String = {\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `def ${name}(name: String): String = {\n${indent(bodies[body])}\n}\n`,
  broken: 'val = = 1\n',
  overloads: ['name: String', 'name: String, again: Int'],
}
