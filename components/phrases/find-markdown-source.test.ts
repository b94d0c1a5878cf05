import { describe, expect, it } from 'vitest';
import { findMarkdownSource } from './find-markdown-source';

describe('asWritten', () => {
  it('finds words between their marks', () => {
    expect(findMarkdownSource('May I have the **order id**?', 'the order id?')).toBe('the **order id**?');
    expect(findMarkdownSource('May I have the **order id**?', 'order id')).toBe('order id');
  });

  it('leaves words alone that stand nowhere', () => {
    expect(findMarkdownSource('a table', '| a | b |')).toBe('| a | b |');
  });
});
