import { expect, it } from 'vitest';
import { findSharedVariables } from './shared-variables.ts';

const linesOf = (code: string): number[] => findSharedVariables(code).map(({ line }) => line);

it.each([
  "let name = 'nobody';\nexport default ({ input }) => { name = /I am (\\w+)/.exec(input)?.[1] ?? name; return name; };\n",
  'let name;\nexport default ({ input }) => {\n  const m = input.match(/I am (\\w+)/);\n  if (m) name = m[1];\n  return name;\n};\n',
  'let name;\nexport default ({ input }) => {\n  const m = /I am (?<who>\\w+)/.exec(input);\n  if (m !== null) { name = m.groups.who; }\n  return name;\n};\n',
  'let user: string | undefined;\nexport default ({ input }) => {\n  const name = /I am (\\w+)/.exec(input)?.[1];\n  if (name) {\n    user = name;\n  }\n  return user;\n};\n',
])('finds what a module remembers of messages: %j', (code) => {
  expect(linesOf(code)).toEqual([1]);
});

it.each([
  'let calls = 0;\nexport default () => { calls = calls + 1; return String(calls); };\n',
  "let index;\nexport default async () => { index ??= await load(); return index.find('a'); };\n",
  "let token = '';\nexport default async () => { if (token === '') token = await login(); return token; };\n",
  'let last = [];\nexport default ({ messages }) => { last = messages; return String(last.length); };\n',
  'export default ({ input }) => {\n  let name;\n  const m = /I am (\\w+)/.exec(input);\n  if (m) name = m[1];\n  return name;\n};\n',
  'const users = new Map();\nexport default ({ input, session_id }) => {\n  const m = /I am (\\w+)/.exec(input);\n  if (m) users.set(session_id, m[1]);\n  return users.get(session_id);\n};\n',
  "let name = '';\nexport default ({ messages }) => {\n  name = '';\n  for (const { content } of messages) {\n    const m = /I am (\\w+)/.exec(content);\n    if (m) name = m[1];\n  }\n  return name;\n};\n",
  'let user;\nexport default ({ input }) => {\n  const name = /I am (\\w+)/.exec(input)?.[1];\n  user = name;\n  return user;\n};\n',
  'let key;\nexport default async ({ input }) => {\n  const name = /I am (\\w+)/.exec(input)?.[1];\n  if (key === undefined) key = await login();\n  return key + name;\n};\n',
])('finds nothing that attempts may share: %j', (code) => {
  expect(linesOf(code)).toEqual([]);
});
