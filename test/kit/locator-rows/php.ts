/** PHP, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

const bodies: Record<Body, string> = {
  login: `$user = $this->users->get($name);\nif ($user === null || $user->locked) {\n    throw new Missing('no such user: ' . $name);\n}\n$this->sessions[] = $user->id;\nreturn $user->token;`,
  total: `$sum = 0.0;\nforeach ($name->lines as $line) {\n    $sum += $line->price * $line->count - $line->discount;\n}\nreturn (string) round($sum * 100);`,
  render: `$parts = array_filter(array_map('trim', explode('/', $name)));\n$last = end($parts) ?: self::TITLE;\nreturn "<a href='" . implode('-', $parts) . "'>{$last}</a>";`,
}

export const phpRow: LocatorRow = {
  language: 'php',
  file: (...parts) => `<?php\n\nnamespace Shop;\n\nuse Shop\\Support\\Missing;\n\n${parts.join('\n')}`,
  type: (name, ...members) => `class ${name}\n{\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = '$name') =>
    `public function ${name}(${parameters}): string\n{\n${indent(bodies[body])}\n}\n`,
  func: (name, body) => `function ${name}($name): string\n{\n${indent(bodies[body])}\n}\n`,
  broken: '$x = = 1;\n',
}
