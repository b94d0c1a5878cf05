import { describe, expect, it } from 'vitest';
import { parseReportAddress, toUrlHash } from './address';

describe('the address of a case in the HTML report', () => {
  it('survives its way through the browser', () => {
    const address = {
      case: 'R-01 & more/#?',
      suite: 'tests/ä.jsonl',
      turn: '3',
      q: '!s:failed "a b"',
      status: 'failed',
    };
    expect(parseReportAddress(toUrlHash(address))).toEqual(address);
  });

  it('is empty when nothing is chosen, and ignores what it does not know', () => {
    expect(toUrlHash({})).toBe('');
    expect(parseReportAddress('')).toEqual({});
    expect(parseReportAddress('#section=2&case=')).toEqual({});
  });
});
