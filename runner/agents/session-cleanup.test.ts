import { expect, it } from 'vitest';
import { createSessionCleanup } from './session-cleanup.ts';

it('runs everything that a session and its nested sessions registered, once', async () => {
  const cleanup = createSessionCleanup();
  const ended: string[] = [];
  const register = (sessionId: string, name: string): void =>
    cleanup.onSessionEnd(sessionId, async () => void ended.push(name));
  register('one', 'first');
  register('one:judge', 'nested');
  register('two', 'other');
  register('one', 'second');
  await cleanup.closeSession('one');
  expect(ended).toEqual(['first', 'second', 'nested']);
  expect(cleanup.closeSession('one')).toBeUndefined();
  await cleanup.close();
  expect(ended).toEqual(['first', 'second', 'nested', 'other']);
});
