/** Rust: the methods of a type are in a separate impl. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const bodies: Record<Body, string> = {
  login: `let user = self.users.get(name).ok_or("no such user")?;\nif user.locked || user.left {\n    return Err(format!("locked: {name}"));\n}\nself.sessions.push(user.id);\nOk(user.token.clone())`,
  total: `let mut sum = 0.0;\nfor line in self.lines.iter().filter(|line| line.of == name) {\n    sum += line.price * line.count - line.discount;\n}\nOk((sum * 100.0).round().to_string())`,
  render: `let parts: Vec<&str> = name.trim().split('/').collect();\nlet last = parts.last().copied().unwrap_or("");\nOk(format!("<a href='{}'>{}</a>", parts.join("-"), last))`,
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')
const result = 'Result<String, String>'

export const rust: LocatorRow = {
  language: 'rust',
  file: (...parts) => `use std::collections::HashMap;\n\n${parts.join('\n')}`,
  type: (name, ...members) =>
    `pub struct ${name}<'a> {\n    title: &'a str,\n}\n\nimpl<'a> ${name}<'a> {\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = 'name: &str') =>
    `pub fn ${name}(&mut self, ${parameters}) -> ${result} {\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `pub fn ${name}(name: &str) -> ${result} {\n${indent(bodies[body])}\n}\n`,
  broken: 'static = = 1;\n',
}
