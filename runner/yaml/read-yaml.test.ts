import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import { formatYamlProblem, parseYaml } from './read-yaml.ts';

const taskSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('agent'), prompt: z.string(), retry: z.int().optional() }),
  z.strictObject({ type: z.literal('formatter'), template: z.string() }),
]);
const schema = z.strictObject({ name: z.string(), tasks: z.array(taskSchema).default([]) });

function problemsIn(text: string): string[] {
  const result = parseYaml(schema, { text, file: 'a.yml' });
  return result.ok ? [] : result.problems.map(formatYamlProblem);
}

describe('reading YAML', () => {
  it('gives what the schema makes of the document', () => {
    const result = parseYaml(schema, { text: 'name: report\n', file: 'a.yml' });
    expect(result).toMatchObject({ ok: true, data: { name: 'report', tasks: [] }, value: { name: 'report' } });
  });

  it('says where a key and its value stand', () => {
    const text = 'name: report\ntasks:\n  - type: formatter\n    template: >-\n      hello\n';
    const result = parseYaml(schema, { text, file: 'a.yml' });
    if (!result.ok) throw new Error('not read');
    expect(result.positionOf(['tasks', 0, 'template'], 'key')).toEqual({ line: 4, column: 5 });
    expect(result.positionOf(['tasks', 0, 'template'], 'value')).toEqual({ line: 4, column: 15 });
    expect(result.positionOf(['tasks', 0], 'value')).toEqual({ line: 3, column: 5 });
    expect(result.positionOf(['tasks', 0, 'missing', 'deeper'], 'value')).toEqual({ line: 3, column: 5 });
    expect(result.positionOf([], 'value')).toEqual({ line: 1, column: 1 });
  });

  it('takes a byte order mark and Windows line ends', () => {
    expect(problemsIn('\uFEFFname: report\r\ntasks:\r\n  - type: agent\r\n    prompt: 4\r\n')).toEqual([
      'a.yml:4:13: "tasks[0].prompt" must be string',
    ]);
    expect(problemsIn('\uFEFFnam: report\r\n')[1]).toMatch(/^a\.yml:1:1: /);
  });

  it('names an unknown key and the one that was probably meant', () => {
    expect(problemsIn('name: report\ntasks:\n  - type: agent\n    promt: hi\n    prompt: hi\n')).toEqual([
      'a.yml:4:5: "tasks[0]" has the unknown key "promt" (did you mean "prompt"?)',
    ]);
  });

  it('points at the nearest thing that is written when something is missing', () => {
    expect(problemsIn('name: report\ntasks:\n  - type: agent\n')).toEqual(['a.yml:3:5: "tasks[0].prompt" is missing']);
    expect(problemsIn('name:\n')).toEqual(['a.yml:1:1: "name" must be string']);
  });

  it('finds what stands behind an alias', () => {
    expect(problemsIn('name: x\ntasks:\n  - &a {type: agent, prompt: 1}\n  - *a\n')).toEqual([
      'a.yml:3:30: "tasks[0].prompt" must be string',
      'a.yml:3:30: "tasks[1].prompt" must be string',
    ]);
  });

  it('refuses a key that stands twice', () => {
    expect(problemsIn('name: a\nname: b\n')).toEqual(['a.yml:2:1: the key "name" appears twice in the same place']);
    expect(problemsIn('{"name": a, "name": b}')).toEqual([
      'a.yml:1:13: the key "name" appears twice in the same place',
    ]);
  });

  it('refuses several documents in one file', () => {
    expect(problemsIn('name: a\n---\nname: b\n')).toEqual([
      'a.yml:2:1: the file has several documents; put each into a file of its own',
    ]);
  });

  it('refuses aliases that grow without end', () => {
    const rows = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => pair.split(''))) {
      rows.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
    }
    const result = parseYaml(jsonSchema, { text: rows.join('\n'), file: 'a.yml' });
    expect(result).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('expand to too much data') }],
    });
  });

  it.each(['a:\n  {b: 1}: 2', '? [a, b]\n: 1'])('refuses a key that is a list or a map: %j', (text) => {
    const result = parseYaml(z.unknown(), { text, file: 'a.yml' });
    expect(result).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('cannot be a key') }] });
  });

  it('refuses a list that contains itself', () => {
    const result = parseYaml(jsonSchema, { text: '&a [1, *a]', file: 'a.yml' });
    expect(result).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('contains itself') }] });
  });

  it('refuses tags that it does not know', () => {
    expect(problemsIn('name: !secret x\n')).toEqual(['a.yml:1:7: broken YAML: unresolved tag: !secret']);
  });

  it('says where broken YAML breaks', () => {
    expect(problemsIn('name: [a\n')[0]).toMatch(/^a\.yml:\d+:\d+: broken YAML: /);
    expect(problemsIn('name: a\n\tb: c\n')[0]).toMatch(/^a\.yml:2:1: /);
  });

  it('refuses nesting that no stack can hold', () => {
    const result = parseYaml(jsonSchema, { text: '['.repeat(200_000), file: 'a.yml' });
    expect(result.ok).toBe(false);
  });

  it('reads back every value that YAML can write', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        const result = parseYaml(jsonSchema, { text: stringify(json), file: 'a.yml' });
        expect(result).toMatchObject({ ok: true });
        if (result.ok) expect(result.data).toEqual(json);
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab:-[]{}&*!#"\'\n \t,|>?%@'.split('')) }), (text) => {
        const result = parseYaml(jsonSchema, { text, file: 'a.yml' });
        if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});
