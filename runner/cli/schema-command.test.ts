import os from 'node:os';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { assertionTypes, authoredCaseSchema, workspaceConfigSchema } from '../contract/index.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const objectSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown(),
  anyOf: z.array(z.unknown()).optional(),
});

async function readSchema(...args: string[]): Promise<{ text: string; schema: Record<string, unknown> }> {
  const { code, stdout, stderr } = await runCli(['schema', ...args], { cwd: os.tmpdir() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { text: stdout, schema: z.record(z.string(), z.unknown()).parse(JSON.parse(stdout)) };
}

/** Yields all object schemas in a document, at any depth. */
function objectsIn(value: unknown): z.infer<typeof objectSchema>[] {
  if (typeof value !== 'object' || value === null) return [];
  const parsed = objectSchema.safeParse(value);
  const own = parsed.success && 'type' in value && value.type === 'object' ? [parsed.data] : [];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}

describe('turntree schema', () => {
  it('describes one case or a list of them, with every field in words', async () => {
    const { schema } = await readSchema();
    expect(schema).toMatchObject({
      $schema: draft7,
      title: 'Turntree cases',
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { items: { $ref: '#/definitions/case' } },
      else: { $ref: '#/definitions/case' },
    });
    const { case: ofCase } = z.object({ case: objectSchema }).parse(schema.definitions);
    expect(Object.keys(ofCase.properties).toSorted()).toEqual(
      [...Object.keys(authoredCaseSchema.shape), 'assertions', 'assertion', '$schema'].toSorted(),
    );
    expect(Object.values(ofCase.properties).every(({ description = '' }) => description !== '')).toBe(true);
    expect(ofCase).toMatchObject({ required: ['id'], additionalProperties: false });
  });

  it('takes the other names of assert, also in turns, and in checkpoints, which need one of them', async () => {
    const { schema } = await readSchema('case');
    const checked = objectsIn(schema).filter(({ properties }) => 'assert' in properties);
    expect(checked).toHaveLength(3);
    for (const { properties } of checked)
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(['assertions', 'assertion']));
    const checkpoint = checked.find(({ properties }) => 'after' in properties && 'required' in properties);
    expect(checkpoint).toMatchObject({
      required: ['id'],
      anyOf: [{ required: ['assert'] }, { required: ['assertions'] }, { required: ['assertion'] }],
    });
  });

  const check = { type: 'contains', value: 'x' };
  it.each([
    [true, { id: 'A', input: 'x', assertions: [check] }],
    [true, { id: 'A', input: { role: 'user', content: 'x' }, options: { connector: 'm', skip: { history: true } } }],
    [true, { id: 'A', simulator: 'guest', checkpoints: [{ id: 'c', assertion: check, required: false }] }],
    [false, { input: 'x' }],
    [false, { id: 'A', input: 'x', asert: check }],
    [false, { id: 'A', input: 'x', assert: { type: 'contain', value: 'x' } }],
    [false, { id: 'A', input: 'x', options: { conector: 'm' } }],
  ])('says %s of %j', async (valid, authored) => {
    const { schema } = await readSchema('case');
    const { definitions } = z.object({ definitions: z.record(z.string(), z.json()) }).parse(schema);
    const validator = z.fromJSONSchema({ $schema: draft7, $ref: '#/definitions/case', definitions });
    expect(validator.safeParse(authored).success).toBe(valid);
  });

  it('knows every type of assertion, and refers only to what it defines', async () => {
    const { text, schema } = await readSchema('case');
    for (const type of assertionTypes) expect(text).toContain(`"const": "${type}"`);
    const defined = Object.keys(z.record(z.string(), z.unknown()).parse(schema.definitions));
    const references = [...text.matchAll(/"\$ref": "#\/definitions\/([^"]+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(2);
    expect(defined).toEqual(expect.arrayContaining(references));
    expect(text.match(/"\$ref": "(?!#\/definitions\/)/)).toBeNull();
  });

  it('describes the workspace config', async () => {
    const { schema } = await readSchema('config');
    expect(schema).toMatchObject({ title: 'Turntree workspace config', type: 'object', additionalProperties: false });
    expect(Object.keys(objectSchema.parse(schema).properties)).toEqual(Object.keys(workspaceConfigSchema.shape));
    expect(schema).not.toHaveProperty('required');
  });

  it('knows nothing else', async () => {
    expect(await runCli(['schema', 'report'], { cwd: os.tmpdir() })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('case, config'),
    });
  });

  it('may be named in the files that it describes', async () => {
    const cwd = await createTemporaryWorkspace({
      'cases.json': '[{"$schema": "./case.schema.json", "id": "a", "input": "hi"}]',
      'runner.config.json': '{"$schema": "./config.schema.json"}',
    });
    expect(await runCli(['lint'], { cwd })).toMatchObject({ code: 0, stdout: '' });
    const inside = '{"id": "a", "input": "hi", "assert": {"$schema": "x", "type": "contains", "value": "h"}}';
    const other = await createTemporaryWorkspace({ 'cases.json': `[${inside}]` });
    expect((await runCli(['lint'], { cwd: other })).stdout).toContain('unknown key "$schema"');
  });

  it('describes test files', async () => {
    const { schema } = await readSchema('test');
    expect(schema).toMatchObject({ $schema: draft7, title: 'Tests of an agent', required: ['cases'] });
    const objects = objectsIn(schema);
    expect(objects.every(({ additionalProperties }) => additionalProperties === false)).toBe(true);
    expect(objects.map(({ properties }) => Object.keys(properties).toSorted())).toEqual(
      expect.arrayContaining([
        ['cases', 'name', 'settings', 'target'],
        ['concurrency', 'judge_model', 'runs'],
        ['expected', 'name', 'prompt', 'tags', 'tool'],
      ]),
    );
  });
});
