import { expect, it } from 'vitest';
import { messageCase } from './message-input.ts';

it('makes one standard case of a message', () => {
  expect(messageCase('What is the weather?')).toMatchObject({
    kind: 'standard',
    id: 'T001',
    input: 'What is the weather?',
    assertions: [],
  });
});

it('gives equal messages equal hashes, and others another', () => {
  expect(messageCase('a').hash).toBe(messageCase('a').hash);
  expect(messageCase('a').hash).not.toBe(messageCase('b').hash);
});
