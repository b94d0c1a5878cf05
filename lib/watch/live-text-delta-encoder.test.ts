import { describe, expect, it } from 'vitest';
import { createLiveTextDeltaEncoder } from './live-text-delta-encoder.ts';

const key = { suiteKey: 's', caseId: 'A', attempt: 1 };
const spokenTexts = (text: string, turn = 1) => new Map([['A', { ...key, turn, text }]]);

function deltas(bytes: Uint8Array | undefined): { turn: number; from: number; text: string }[] {
  const messages = new TextDecoder().decode(bytes ?? new Uint8Array()).matchAll(/^event: text\.delta\ndata: (.*)$/gm);
  return [...messages].map(([, data = '']) => JSON.parse(data));
}

describe('what somebody has not heard yet', () => {
  it('is the rest of an answer, and nothing when it has not grown', () => {
    const growth = createLiveTextDeltaEncoder();
    expect(deltas(growth.formatUnsent(spokenTexts('May I ')))).toEqual([{ ...key, turn: 1, from: 0, text: 'May I ' }]);
    expect(deltas(growth.formatUnsent(spokenTexts('May I have ')))).toEqual([
      { ...key, turn: 1, from: 6, text: 'have ' },
    ]);
    expect(growth.formatUnsent(spokenTexts('May I have '))).toBeUndefined();
  });

  it('begins anew with the next turn, and where a mask has come into what was heard', () => {
    const growth = createLiveTextDeltaEncoder();
    growth.formatUnsent(spokenTexts('my key is sk-'));
    expect(deltas(growth.formatUnsent(spokenTexts('my key is [redacted]')))).toMatchObject([
      { from: 0, text: 'my key is [redacted]' },
    ]);
    expect(deltas(growth.formatUnsent(spokenTexts('Hello', 2)))).toMatchObject([{ turn: 2, from: 0, text: 'Hello' }]);
  });
});
