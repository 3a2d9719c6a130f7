/** C++, in a source file and in a header whose name could be C's. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const bodies: Record<Body, string> = {
  login: `auto user = users_.find(name);\nif (user == users_.end() || user->second.locked) {\n  throw std::out_of_range("no such user: " + name);\n}\nsessions_.push_back(user->second.id);\nreturn user->second.token;`,
  total: `double sum = 0;\nfor (const auto& line : lines_.at(name)) {\n  sum += line.price * line.count - line.discount;\n}\nreturn std::to_string(std::lround(sum * 100));`,
  render: `std::vector<std::string> parts = split(trim(name), '/');\nconst std::string& last = parts.back();\nreturn "<a href='" + join(parts, "-") + "'>" + last + "</a>";`,
}

const row = (language: string, head: string): LocatorRow => ({
  language,
  file: (...parts) => `${head}\n\n${parts.join('\n')}`,
  type: (name, ...members) => `class ${name} {\n public:\n${members.map(indent).join('\n')}};\n`,
  method: (_, name, body, parameters = 'const std::string& name') =>
    `std::string ${name}(${parameters}) {\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `std::string ${name}(const std::string& name) {\n${indent(bodies[body])}\n}\n`,
  broken: 'int = = 1;\n',
  overloads: ['const std::string& name', 'const std::string& name, int again'],
})

export const cppRows: readonly LocatorRow[] = [row('cpp', '#include "shop.hpp"'), row('c', '#pragma once\n#include <string>')]
