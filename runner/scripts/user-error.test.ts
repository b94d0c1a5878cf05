import { describe, expect, it } from 'vitest';
import { describeUserError } from './user-error.ts';
import { toUserFailure } from './worker/user-failure.ts';

const definition = { file: '/app/agents/desk.ts', functionName: 'default' };

/** Creates an error as frameworks throw it: the framework's own error, with the model's error as its cause. */
function wrapped(facts: object): Error {
  const cause = Object.assign(new Error('Too Many Requests'), { name: 'AI_APICallError', ...facts });
  const error = new Error('Failed after 3 attempts', { cause });
  error.stack = `Error: Failed after 3 attempts
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at fetch (node:internal/deps/undici/undici:14902:13)
    at generate (/app/node_modules/ai/index.js:10:2)
    at /app/agents/desk.ts:7:3`;
  return error;
}

describe('an error of a framework', () => {
  it('keeps the class, status and address of the error of its model, and the place in the user’s file', () => {
    const url = 'https://ann:secret@api.example.org/v1/chat?key=secret';
    expect(describeUserError(toUserFailure(wrapped({ statusCode: 429, url })), '/app', definition)).toBe(
      'Failed after 3 attempts [AI_APICallError, status 429, https://api.example.org/v1/chat] (agents/desk.ts:7:3)',
    );
  });

  it('says what a service did, and nothing of others', () => {
    expect(toUserFailure(wrapped({ code: 'ECONNREFUSED' })).service).toEqual({
      failure: 'network',
      name: 'AI_APICallError',
    });
    expect(toUserFailure(wrapped({})).service).toBeUndefined();
    expect(describeUserError(toUserFailure(wrapped({})), '/app', definition)).toBe(
      'Failed after 3 attempts (agents/desk.ts:7:3)',
    );
  });
});
