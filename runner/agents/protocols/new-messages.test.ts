import { describe, expect, it } from 'vitest';
import type { Message } from '../../contract/index.ts';
import { selectNewMessages } from './new-messages.ts';

const user = (content: string): Message => ({ role: 'user', content });
const agent = (content: string): Message => ({ role: 'assistant', content });

describe('what an agent has not answered yet', () => {
  it('is what stands behind its last answer', () => {
    expect(selectNewMessages([user('a'), agent('b'), user('c')], 1)).toEqual([user('c')]);
  });

  it('is not what it answered with nothing', () => {
    expect(selectNewMessages([user('a'), user('c')], 1)).toEqual([user('c')]);
  });

  it('is every question of who asks single ones', () => {
    expect(selectNewMessages([user('second')], 1)).toEqual([user('second')]);
  });
});
