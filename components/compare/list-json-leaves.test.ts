import { describe, expect, it } from 'vitest';
import { listJsonLeaves } from './list-json-leaves';

describe('the single values of a JSON value', () => {
  it('have paths', () => {
    expect([...listJsonLeaves({ order: 7, to: { city: 'Bern', tags: ['a', 'b'] }, none: {} })]).toEqual([
      ['order', 7],
      ['to.city', 'Bern'],
      ['to.tags[0]', 'a'],
      ['to.tags[1]', 'b'],
      ['none', {}],
    ]);
  });

  it('may be one only, or none', () => {
    expect([...listJsonLeaves('text')]).toEqual([['', 'text']]);
    expect(listJsonLeaves(undefined).size).toBe(0);
  });

  it('stand as a whole where there are too many', () => {
    const manyItems = Array.from({ length: 100 }, (_, index) => index);
    expect([...listJsonLeaves(manyItems)]).toEqual([['', manyItems]]);
  });
});
