import { expect, it } from 'vitest';
import { buildMessageCase } from './message-input.ts';

it('makes one standard case of a message', () => {
  expect(buildMessageCase('What is the weather?')).toMatchObject({
    kind: 'standard',
    id: 'T001',
    input: 'What is the weather?',
    assertions: [],
  });
});

it('gives equal messages equal hashes, and others another', () => {
  expect(buildMessageCase('a').hash).toBe(buildMessageCase('a').hash);
  expect(buildMessageCase('a').hash).not.toBe(buildMessageCase('b').hash);
});
