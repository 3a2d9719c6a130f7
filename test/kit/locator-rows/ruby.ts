/** Ruby, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const bodies: Record<Body, string> = {
  login: `user = @users[name]\nraise KeyError, "no such user: #{name}" if user.nil? || user.locked?\n@sessions << user.id\nuser.open!(at: Time.now, by: self)\nuser.token`,
  total: `sum = 0.0\nname.lines.each do |line|\n  sum += line.price * line.count - line.discount\nend\n(sum * 100).round / 100`,
  render: `parts = name.split('/').map(&:strip).reject(&:empty?)\nlast = parts.last || @title\n%(<a href="#{parts.join('-')}">#{last}</a>)`,
}

export const rubyRow: LocatorRow = {
  language: 'ruby',
  file: (...parts) => `require 'json'\n\n${parts.join('\n')}`,
  type: (name, ...members) => `class ${name}\n${members.map(indent).join('\n')}end\n`,
  method: (_, name, body, parameters = 'name') => `def ${name}(${parameters})\n${indent(bodies[body])}\nend\n`,
  func: (name, body) => `def ${name}(name)\n${indent(bodies[body])}\nend\n`,
  broken: 'x = = 1\n',
}
