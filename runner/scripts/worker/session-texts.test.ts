import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionTextReceiver, createSessionTextSender } from './session-texts.ts';

describe('the long texts of calls', () => {
  it('are sent once while a conversation grows', () => {
    const send = createSessionTextSender();
    const receive = createSessionTextReceiver();
    for (const turns of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      const sent = send(turns, 'talk');
      expect(sent?.added).toEqual(turns.slice(-1));
      expect(receive(sent)).toEqual(turns);
    }
    expect(send(['x', 'b', 'c'], 'talk')).toMatchObject({ kept: 0, added: ['x', 'b', 'c'] });
  });

  it('are forgotten, of the sessions that were called longest ago, when there are many', () => {
    const send = createSessionTextSender(10);
    send(['12345'], 'first');
    send(['12345'], 'second');
    expect(send(['12345', '6'], 'first')).toMatchObject({ kept: 1, over: ['second'] });
    expect(send(['123'], 'third')?.over).toEqual([]);
    expect(send(['x'.repeat(100)], 'large')).toMatchObject({ over: ['first', 'third'] });
    expect(send(['x'.repeat(100), 'y'], 'large')).toMatchObject({ kept: 1, added: ['y'], over: [] });
    expect(send(['12345'], 'first')).toMatchObject({ kept: 0, added: ['12345'], over: ['large'] });
  });

  it('are nothing to send, or to keep in mind, where there are none', () => {
    const send = createSessionTextSender(0);
    for (const session of ['first', 'second', 'third']) expect(send([], session)).toBeUndefined();
    expect(send(['text'], 'fourth')).toMatchObject({ kept: 0, added: ['text'], over: [] });
  });

  it('arrive as they were, whatever sessions say in whatever order', () => {
    const text = fc.constantFrom('', 'a', 'bb', 'ccc', 'dddd');
    const session = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined });
    fc.assert(
      fc.property(fc.nat(12), fc.array(fc.tuple(fc.array(text), session)), (most, calls) => {
        const send = createSessionTextSender(most);
        const receive = createSessionTextReceiver();
        for (const [texts, of] of calls) expect(receive(structuredClone(send(texts, of)))).toEqual(texts);
      }),
    );
  });
});
