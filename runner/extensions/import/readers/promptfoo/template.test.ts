import { expect, it } from 'vitest';
import { renderTemplate } from './template.ts';

const vars = { name: 'Ann', order: { id: 7 } };

it.each([
  ['Hello {{name}}, {{- order.id -}}!', 'Hello Ann, 7!'],
  ['no variable, and {"json": {"of": "braces"}}', 'no variable, and {"json": {"of": "braces"}}'],
  ['{{name}}}', 'Ann}'],
])('fills variables in: %s', (template, value) => expect(renderTemplate(template, vars)).toEqual({ ok: true, value }));

it.each([
  ['{{ other }}', '{{ other }}'],
  ["{{ {'a': 1} | dump }}", "{{ {'a': 1} | dump }}"],
  ['{{{name}}}', '{{{name}}'],
  ['an open {{name', '{{name'],
])('refuses what computes, or names nothing: %s', (template, placeholder) =>
  expect(renderTemplate(template, vars)).toEqual({
    ok: false,
    why: `the template has ${placeholder}, which no variable fills in`,
  }),
);
