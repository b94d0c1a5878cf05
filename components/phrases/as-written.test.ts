import { describe, expect, it } from 'vitest';
import { asWritten } from './as-written';

describe('asWritten', () => {
  it('finds words between their marks', () => {
    expect(asWritten('May I have the **order id**?', 'the order id?')).toBe('the **order id**?');
    expect(asWritten('May I have the **order id**?', 'order id')).toBe('order id');
  });

  it('leaves words alone that stand nowhere', () => {
    expect(asWritten('a table', '| a | b |')).toBe('| a | b |');
  });
});
