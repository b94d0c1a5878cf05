import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { workspaceConfigSchema } from './config.ts';

function problems(config: unknown): string {
  const { error } = workspaceConfigSchema.safeParse(config);
  return error === undefined ? '' : z.prettifyError(error);
}

describe('the workspace config', () => {
  it('may be empty', () => {
    expect(workspaceConfigSchema.parse({})).toEqual({ agents: {}, models: {}, scorers: {}, redact: [], defaults: {} });
  });

  it('fills in what a module agent leaves out', () => {
    const { agents } = workspaceConfigSchema.parse({ agents: { expense: { type: 'module', path: 'agent.ts' } } });
    expect(agents.expense).toEqual({ type: 'module', path: 'agent.ts', export: 'default' });
  });

  it.each([
    [
      'an agent of a type that is not supported',
      { agents: { a: { type: 'grpc', url: 'x' } } },
      /agent type "grpc" is not supported; known types: module, http, openai, command, scripted, replay, openai-chat, openai-responses, ai-sdk-ui, ag-ui, a2a, langgraph, yao, acp\s+→ at agents\.a\.type/,
    ],
    [
      'an http agent without a path to its text',
      { agents: { a: { type: 'http', url: 'http://127.0.0.1' } } },
      /is missing: the JSON path of the text in the answer.*\s+→ at agents\.a\.output/,
    ],
    [
      'an http agent at something that is not an address',
      { agents: { a: { type: 'http', url: '127.0.0.1:80', output: '$' } } },
      /must begin with http:\/\/, https:\/\/ or \$ENV\.NAME\s+→ at agents\.a\.url/,
    ],
    [
      'a size without a unit',
      { max_answer: '16' },
      /must be a size such as 16 MB, or a number of bytes, and 256 MB at most\s+→ at max_answer/,
    ],
    [
      'an answer of no size',
      { max_answer: 0 },
      /must be a size such as 16 MB, or a number of bytes, and 256 MB at most\s+→ at max_answer/,
    ],
    ['an answer of any size', { max_answer: '1 GB' }, /and 256 MB at most\s+→ at max_answer/],
    [
      'a GET request with a body',
      { agents: { a: { type: 'http', url: 'http://127.0.0.1', method: 'GET', body: {}, output: '$' } } },
      /a GET request has no body.*\s+→ at agents\.a\.body/,
    ],
    [
      'the price of tokens that an http agent does not count',
      {
        agents: {
          a: {
            type: 'http',
            url: 'http://127.0.0.1',
            output: '$',
            cost: { input_per_million: 1, output_per_million: 1 },
          },
        },
      },
      /also needs "usage": .*\s+→ at agents\.a\.cost/,
    ],
    [
      'an openai agent with a tool in the wrapping of the protocol',
      {
        agents: {
          a: { type: 'openai', base_url: 'http://h/v1', model: 'm', tools: [{ type: 'function', function: {} }] },
        },
      },
      /leave out the outer "function"/,
    ],
    [
      'an openai agent without a model',
      { agents: { a: { type: 'openai', base_url: 'http://h/v1' } } },
      /agents\.a\.model/,
    ],
    [
      'a command that is one text',
      { agents: { a: { type: 'command', command: 'python3 agent.py' } } },
      /must be a list: the program, then its arguments, such as \["python3", "agent\.py"\]/,
    ],
    ['a pattern that is none', { redact: ['/acct-(/'] }, /is not a usable pattern.*\s+→ at redact\[0\]/],
    ['a pattern that begins with ^', { redact: ['/^acct/'] }, /is not a usable pattern/],
    ['a pattern that ends with $', { redact: [String.raw`/acct\\$/`] }, /is not a usable pattern/],
    ['a pattern that nothing matches', { redact: ['/x*/'] }, /is not a usable pattern/],
    ['a command that is empty', { agents: { a: { type: 'command', command: [] } } }, /names no program/],
    ['a command without a program', { agents: { a: { type: 'command', command: [''] } } }, /names no program/],
    [
      'an agent of a type that is misspelt',
      { agents: { a: { type: 'comand', command: ['x'] } } },
      /agent type "comand" is not supported; .*; did you mean "command"\?/,
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
      'a scorer that is misspelt',
      { scorers: { tone: 'levenstein' } },
      /"levenstein" is not a built-in scorer \(exact, .*did you mean "levenshtein"\?\s+→ at scorers\.tone/,
    ],
    ['a list of no scorers', { scorers: { tone: [] } }, /needs at least one scorer/],
    ['a scorer in a list that is misspelt', { scorers: { tone: ['exact', 'exakt'] } }, /scorers\.tone\[1\]/],
    ['a scorer that is a number', { scorers: { tone: 5 } }, /must be the name of a built-in scorer, "agent:<id>"/],
    [
      'a scorer of a type that is misspelt',
      { scorers: { tone: { type: 'exakt' } } },
      /scorer type "exakt" is not supported; .*; did you mean "exact"\?/,
    ],
    [
      'an option that a scorer does not have',
      { scorers: { tone: { type: 'numeric', ignore_case: true } } },
      /Unrecognized key: "ignore_case"\s+→ at scorers\.tone/,
    ],
    ['a file of scorers without a path', { scorers: { tone: { export: 'a' } } }, /"path" is missing/],
    [
      'a scripted model with two sets of rules',
      { models: { m: { type: 'scripted', rules: [{ answer: 'x' }], rules_file: 'y' } } },
      /exactly one of `rules` and `rules_file`/,
    ],
  ])('refuses %s', (_what, config, message) => {
    expect(problems(config)).toMatch(message);
  });
});
