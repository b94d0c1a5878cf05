import { describe, expect, it } from 'vitest';
import { hashOf, placeOf } from './address';

describe('the address of a case in the HTML report', () => {
  it('survives its way through the browser', () => {
    const place = { case: 'R-01 & more/#?', suite: 'tests/ä.jsonl', q: '!s:failed "a b"', status: 'failed' };
    expect(placeOf(hashOf(place))).toEqual(place);
  });

  it('is empty when nothing is chosen, and ignores what it does not know', () => {
    expect(hashOf({})).toBe('');
    expect(placeOf('')).toEqual({});
    expect(placeOf('#section=2&case=')).toEqual({});
  });
});
