import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { addTextDelta, findLiveTextOfTurn, liveTextsQuery } from './live-texts.ts';

const key = { suiteKey: 's', caseId: 'A', attempt: 1 };

function listen() {
  const queries = new QueryClient();
  const hear = (turn: number, from: number, text: string) =>
    addTextDelta(queries, 'run-1', JSON.stringify({ ...key, turn, from, text }));
  const currentText = (turn: number) =>
    findLiveTextOfTurn(queries.getQueryData(liveTextsQuery('run-1').queryKey), key, turn);
  return { queries, hear, heard: currentText };
}

describe('an answer that is being given', () => {
  it('grows piece by piece, for its turn alone', () => {
    const { hear, heard: heardTexts } = listen();
    hear(1, 0, 'May I ');
    hear(1, 6, 'have it?');
    expect(heardTexts(1)).toBe('May I have it?');
    expect(heardTexts(2)).toBeUndefined();
    hear(2, 0, 'Thanks');
    expect([heardTexts(1), heardTexts(2)]).toEqual([undefined, 'Thanks']);
  });

  it('begins anew when the server says so, and does not guess what it has missed', () => {
    const { queries, hear, heard: heardTexts } = listen();
    hear(1, 9, 'too late');
    expect(heardTexts(1)).toBeUndefined();
    hear(1, 0, 'my key is sk-');
    hear(1, 0, 'my key is [redacted]');
    expect(heardTexts(1)).toBe('my key is [redacted]');
    addTextDelta(queries, 'run-1', 'not JSON');
    expect(heardTexts(1)).toBe('my key is [redacted]');
  });
});
