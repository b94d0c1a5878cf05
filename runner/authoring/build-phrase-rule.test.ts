import { describe, expect, it } from 'vitest';
import { buildPhraseRule, type PhraseExpectation } from './build-phrase-rule.ts';
import { applyEdits, editCase, parseCaseSource } from './index.ts';

function addRule(authored: object, words: string, wish: PhraseExpectation): unknown {
  const text = JSON.stringify(authored);
  const source = parseCaseSource(text, 0);
  if (source === undefined) throw new Error('no case');
  return JSON.parse(applyEdits(text, editCase(text, buildPhraseRule(source, words, wish))));
}

describe('ruleForWords', () => {
  it('makes words of an answer an assertion beside the others', () => {
    const one = { id: 'A', input: 'x', assert: { type: 'contains', value: 'y' } };
    expect(addRule(one, 'a promise', 'never')).toEqual({
      ...one,
      assert: [one.assert, { type: 'not_contains', value: 'a promise' }],
    });
    expect(addRule({ id: 'A', input: 'x', expected: 'y' }, 'y', 'must')).toEqual({
      id: 'A',
      input: 'x',
      expected: 'y',
      assert: [
        { type: 'equals', value: 'y' },
        { type: 'contains', value: 'y' },
      ],
    });
  });

  it('makes them a checkpoint of a conversation with an id of its own, or what no turn may say', () => {
    const first = { id: 'says-order-id', assert: { type: 'contains', value: 'order id' } };
    const talk = { id: 'A', simulator: 'x', checkpoints: [first] };
    expect(addRule(talk, 'Order id?', 'must')).toEqual({
      ...talk,
      checkpoints: [first, { id: 'says-order-id-2', assert: { type: 'contains', value: 'Order id?' } }],
    });
    expect(addRule(talk, 'a promise', 'never')).toEqual({
      ...talk,
      never: [{ type: 'contains', value: 'a promise' }],
    });
    expect(addRule({ id: 'A', turns: ['x'] }, '?', 'must')).toMatchObject({ checkpoints: [{ id: 'says-so' }] });
  });
});
