import { describe, expect, it } from 'vitest';
import { asLiteralText } from './as-literal-text';

describe('asWritten', () => {
  it('finds words between their marks', () => {
    expect(asLiteralText('May I have the **order id**?', 'the order id?')).toBe('the **order id**?');
    expect(asLiteralText('May I have the **order id**?', 'order id')).toBe('order id');
  });

  it('leaves words alone that stand nowhere', () => {
    expect(asLiteralText('a table', '| a | b |')).toBe('| a | b |');
  });
});
