import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { workspaceConfigSchema } from './config.ts';

function problems(config: unknown): string {
  const { error } = workspaceConfigSchema.safeParse(config);
  return error === undefined ? '' : z.prettifyError(error);
}

describe('the workspace config', () => {
  it('may be empty', () => {
    expect(workspaceConfigSchema.parse({})).toEqual({ agents: {}, models: {}, redact: [], defaults: {} });
  });

  it('fills in what a module agent leaves out', () => {
    const { agents } = workspaceConfigSchema.parse({ agents: { expense: { type: 'module', path: 'agent.ts' } } });
    expect(agents.expense).toEqual({ type: 'module', path: 'agent.ts', export: 'default' });
  });

  it.each([
    [
      'an agent of a type that is not supported',
      { agents: { a: { type: 'http', url: 'x' } } },
      /agent type "http" is not supported; known types: module, scripted\s+→ at agents\.a\.type/,
    ],
    ['an agent without a type', { agents: { a: { path: 'x' } } }, /agent type missing is not supported/],
    [
      'a model of a type that is not supported',
      { models: { m: { type: 'mysql' } } },
      /connector type "mysql" is not supported; known types: openai, anthropic, scripted/,
    ],
    ['a module without a path', { agents: { a: { type: 'module' } } }, /agents\.a\.path/],
    [
      'a key of an agent that is not known',
      { agents: { a: { type: 'module', path: 'x', exports: 'y' } } },
      /Unrecognized key: "exports"/,
    ],
    ['a key that is not known', { agent: {} }, /Unrecognized key: "agent"/],
    [
      'a scripted model with two sets of rules',
      { models: { m: { type: 'scripted', rules: [{ answer: 'x' }], rules_file: 'y' } } },
      /exactly one of `rules` and `rules_file`/,
    ],
  ])('refuses %s', (_what, config, message) => {
    expect(problems(config)).toMatch(message);
  });
});
