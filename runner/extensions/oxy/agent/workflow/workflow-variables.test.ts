import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../../testing/workspace.ts';
import type { Json } from '../../../../values/index.ts';
import { readWorkflow } from './read-workflow.ts';
import { workflowVariables } from './workflow-variables.ts';

type Given = Record<string, Json>;

async function variablesOf(schemas: string, given: Given = {}): Promise<Given> {
  const text = `variables: ${schemas}\ntasks: [{name: a, type: formatter, template: x}]`;
  const project = await temporaryWorkspace({ 'flow.workflow.yml': text });
  return workflowVariables(readWorkflow(project, 'flow.workflow.yml'), given);
}

describe('variables of a workflow', () => {
  it('are their defaults where nothing is given', async () => {
    expect(await variablesOf('{a: text, b: {type: number, default: 3}, c: {default: {x: [1]}}}')).toEqual({
      a: 'text',
      b: 3,
      c: { x: [1] },
    });
  });

  it('become what their schema asks for', async () => {
    const schemas =
      '{n: {type: number}, i: {type: integer}, b: {type: boolean}, l: {type: array}, o: {type: object}, s: {type: string}}';
    expect(await variablesOf(schemas, { n: '1.5', i: ' 7 ', b: 'false', l: '[1]', o: '{"x": 1}', s: 12 })).toEqual({
      n: 1.5,
      i: 7,
      b: false,
      l: [1],
      o: { x: 1 },
      s: '12',
    });
  });

  it('are refused when they do not fit their schema', async () => {
    await expect(variablesOf('{n: {type: number}}', { n: 'many' })).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "n" must be number; it is "many"',
    );
    await expect(variablesOf('{f: {type: string, enum: [apple, kiwi]}}', { f: 'plum' })).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "f" must be "apple" or "kiwi"; it is "plum"',
    );
    await expect(variablesOf('{l: {type: array, items: {type: number}}}', { l: [1, 'x'] })).rejects.toThrow(
      'the variable "l[1]" must be number; it is [1,"x"]',
    );
  });

  it('are refused when they have neither a value nor a default', async () => {
    await expect(variablesOf('{a: {type: string}}')).rejects.toThrow(
      'workflow "flow.workflow.yml": the variable "a" has no default, and no value was given',
    );
  });

  it('are refused when the workflow does not know them', async () => {
    await expect(variablesOf('{region: x}', { regoin: 'y' })).rejects.toThrow(
      'workflow "flow.workflow.yml" has no variable "regoin"; did you mean "region"?',
    );
    await expect(variablesOf('{}', { query: 'y' })).rejects.toThrow(
      'workflow "flow.workflow.yml" has no variable "query"; it has none',
    );
  });

  it('are refused when their schema cannot be used', async () => {
    await expect(variablesOf('{a: {type: nonsense, default: 1}}')).rejects.toThrow(
      /the variable "a" has a schema that cannot be used: /,
    );
  });
});
