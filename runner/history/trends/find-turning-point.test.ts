import { describe, expect, it } from 'vitest';
import { findTurningPoint } from './find-turning-point.ts';

const turningPointOf = (letters: string) => findTurningPoint([...letters].map((letter) => letter === 'P'));

describe('lastTurn', () => {
  it.each([
    ['PPPFF', { at: 3, before: 3, since: 2, to: 'bad' }],
    ['FPPF', { at: 3, before: 2, since: 1, to: 'bad' }],
    ['FFP', { at: 2, before: 2, since: 1, to: 'good' }],
    ['PFPPP', { at: 2, before: 1, since: 3, to: 'good' }],
  ] as const)('of %s is where it went another way last', (letters, turn) => {
    expect(turningPointOf(letters)).toEqual(turn);
  });

  it('is nowhere when all went one way, or nothing went', () => {
    expect(turningPointOf('PPP')).toBeUndefined();
    expect(turningPointOf('F')).toBeUndefined();
    expect(turningPointOf('')).toBeUndefined();
  });
});
