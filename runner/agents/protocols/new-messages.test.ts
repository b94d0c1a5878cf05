import { describe, expect, it } from 'vitest';
import type { Message } from '../../contract/index.ts';
import { newMessages } from './new-messages.ts';

const user = (content: string): Message => ({ role: 'user', content });
const agent = (content: string): Message => ({ role: 'assistant', content });

describe('what an agent has not answered yet', () => {
  it('is what stands behind its last answer', () => {
    expect(newMessages([user('a'), agent('b'), user('c')], 1)).toEqual([user('c')]);
  });

  it('is not what it answered with nothing', () => {
    expect(newMessages([user('a'), user('c')], 1)).toEqual([user('c')]);
  });

  it('is every question of who asks single ones', () => {
    expect(newMessages([user('second')], 1)).toEqual([user('second')]);
  });
});
