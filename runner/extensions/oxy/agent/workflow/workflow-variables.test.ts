import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../../../testing/workspace.ts';
import type { Json } from '../../../../values/index.ts';
import { readWorkflow } from './read-workflow.ts';
import { resolveWorkflowVariables } from './workflow-variables.ts';

type VariableValues = Record<string, Json>;

async function resolveVariables(schemas: string, values: VariableValues = {}): Promise<VariableValues> {
  const text = `variables: ${schemas}\ntasks: [{name: a, type: formatter, template: x}]`;
  const project = await createTemporaryWorkspace({ 'flow.workflow.yml': text });
  return resolveWorkflowVariables(readWorkflow(project, 'flow.workflow.yml'), values);
}

describe('variables of a workflow', () => {
  it('are their defaults where nothing is given', async () => {
    expect(await resolveVariables('{a: text, b: {type: number, default: 3}, c: {default: {x: [1]}}}')).toEqual({
      a: 'text',
      b: 3,
      c: { x: [1] },
    });
  });

  it('become what their schema asks for', async () => {
    const schemas =
      '{n: {type: number}, i: {type: integer}, b: {type: boolean}, l: {type: array}, o: {type: object}, s: {type: string}}';
    expect(await resolveVariables(schemas, { n: '1.5', i: ' 7 ', b: 'false', l: '[1]', o: '{"x": 1}', s: 12 })).toEqual(
      {
        n: 1.5,
        i: 7,
        b: false,
        l: [1],
        o: { x: 1 },
        s: '12',
      },
    );
  });

  it('are refused when they do not fit their schema', async () => {
    await expect(resolveVariables('{n: {type: number}}', { n: 'many' })).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "n" must be number; it is "many"',
    );
    await expect(resolveVariables('{f: {type: string, enum: [apple, kiwi]}}', { f: 'plum' })).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "f" must be "apple" or "kiwi"; it is "plum"',
    );
    await expect(resolveVariables('{l: {type: array, items: {type: number}}}', { l: [1, 'x'] })).rejects.toThrow(
      'the variable "l[1]" must be number; it is [1,"x"]',
    );
  });

  it('are refused when they have neither a value nor a default', async () => {
    await expect(resolveVariables('{a: {type: string}}')).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "a" has no default, and no value was given',
    );
  });

  it('are refused when the workflow does not know them', async () => {
    await expect(resolveVariables('{region: x}', { regoin: 'y' })).rejects.toThrow(
      'workflow "flow.workflow.yml" has no variable "regoin"; did you mean "region"?',
    );
    await expect(resolveVariables('{}', { query: 'y' })).rejects.toThrow(
      'workflow "flow.workflow.yml" has no variable "query"; it has none',
    );
  });

  it('are refused when their schema cannot be used', async () => {
    await expect(resolveVariables('{a: {type: nonsense, default: 1}}')).rejects.toThrow(
      /the variable "a" has a schema that cannot be used: /,
    );
  });
});
