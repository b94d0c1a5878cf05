import { describe, expect, it } from 'vitest';
import { formatInterrupt } from './interrupt-text.ts';

const pay = { message: 'Pay 5?', reason: 'tool_call', tool: 'pay', arguments: { amount: 5 } };

describe('what an agent stopped for', () => {
  it('is said with its call and what it was told', () => {
    expect(formatInterrupt({ ...pay, answeredBy: 'approve' })).toBe('Pay 5? pay({"amount":5}) → approved');
    expect(formatInterrupt({ ...pay, answeredBy: 'reject' })).toBe('Pay 5? pay({"amount":5}) → rejected');
    expect(formatInterrupt({ message: 'Which city?', answeredBy: 'script' })).toBe(
      'Which city? → answered by a script',
    );
    expect(formatInterrupt({ message: 'Which city?', answeredBy: 'script', answer: 'Bonn' })).toBe(
      'Which city? → a script answered "Bonn"',
    );
  });

  it('is no second time what the agent said, where the user answers', () => {
    expect(formatInterrupt(pay)).toBe('pay({"amount":5}) → left to the user');
    expect(formatInterrupt({ message: 'Which city?' })).toBe('Which city? → left to the user');
    expect(formatInterrupt({ message: 'Go on?', tool: 'pay' })).toBe('pay() → left to the user');
  });
});
