import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { formatSchemaProblems } from './schema-problems.ts';

const schema = z.strictObject({
  name: z.string(),
  kind: z.enum(['a', 'b']).optional(),
  rules: z.array(z.union([z.string(), z.strictObject({ when: z.strictObject({ reply: z.string() }) })])).optional(),
  count: z.number().positive().optional(),
});

describe('what a schema found wrong', () => {
  it.each([
    [{}, '"name" is missing'],
    [{ name: 5 }, '"name" must be string'],
    [{ name: 'x', nam: 1 }, 'the value has the unknown key "nam"'],
    [{ name: 'x', kind: 'c' }, '"kind" must be "a" or "b"'],
    [
      { name: 'x', rules: [{ when: { user: 'x' } }] },
      '"rules[0].when.reply" is missing; "rules[0].when" has the unknown key "user"',
    ],
    [{ name: 'x', count: -1 }, '"count": Too small: expected number to be >0'],
    [{ name: 5, count: 'x' }, '"name" must be string; "count" must be number'],
    [7, 'the value must be object'],
  ])('is said in a line: %j', (value, expected) => {
    const { error } = schema.safeParse(value);
    expect(error === undefined ? '' : formatSchemaProblems(error)).toBe(expected);
  });
});
