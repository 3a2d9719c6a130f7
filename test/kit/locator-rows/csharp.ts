/** C#, for the locator's tests. */
import type { Body, LocatorRow } from '../locator-rows.ts'

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

const bodies: Record<Body, string> = {
  login: `var user = this.users.Find(name);\nif (user is null || user.Locked)\n{\n    throw new InvalidOperationException($"no such user: {name}");\n}\nthis.sessions.Add(user.Id);\nreturn user.Token;`,
  total: `decimal sum = 0;\nforeach (var line in this.lines.Of(name))\n{\n    sum += line.Price * line.Count - line.Discount;\n}\nreturn Math.Round(sum * 100).ToString();`,
  render: `var parts = name.Trim().Split('/');\nvar last = parts[^1] ?? this.title;\nreturn "<a href='" + string.Join("-", parts) + "'>" + last + @"</a>";`,
}

export const csharpRow: LocatorRow = {
  language: 'csharp',
  file: (...parts) => `using System;\n\nnamespace Shop;\n\n${parts.join('\n')}`,
  type: (name, ...members) => `public class ${name}\n{\n${members.map(indent).join('\n')}}\n`,
  method: (_, name, body, parameters = 'string name') => `public string ${name}(${parameters})\n{\n${indent(bodies[body])}\n}\n`,
  broken: 'int = = 1;\n',
  overloads: ['string name', 'string name, int again'],
}
