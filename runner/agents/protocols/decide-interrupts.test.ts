import { describe, expect, it } from 'vitest';
import { isApproval, listUnclearAnswerWarnings } from './decide-interrupts.ts';
import type { InterruptAnswer, OpenInterrupt } from './protocol.ts';

const payment: OpenInterrupt = { id: 'i1', message: 'Pay 5?', tool: 'pay' };
const text = (reply: string, interrupt = payment): InterruptAnswer => ({ interrupt, kind: 'text', text: reply });

describe('an answer to what an agent stopped for', () => {
  it.each([
    { isYes: true, warnings: 0, all: ['Yes, please.', 'ok', '"Sure"', 'go ahead', 'true', '{"approved": true}'] },
    { isYes: false, warnings: 0, all: ['No!', 'nope', 'Do not', "Please don't", 'false', '{"approved":false}'] },
    { isYes: false, warnings: 1, all: ['Which account?', 'Maybe', 'Yesterday', ''] },
  ])('lets it happen: $isYes, with $warnings warnings', ({ isYes, warnings, all }) => {
    for (const reply of all) {
      expect(isApproval(text(reply)), reply).toBe(isYes);
      expect(listUnclearAnswerWarnings([text(reply)]), reply).toHaveLength(warnings);
    }
  });

  it('is unclear where yes or no was asked for, and says so', () => {
    expect(listUnclearAnswerWarnings([text('Which account?')])).toEqual([
      '"Which account?" says neither yes nor no to "Pay 5?", so the answer counted as no',
    ]);
    const countWarnings = (more: Partial<OpenInterrupt>) =>
      listUnclearAnswerWarnings([text('To Bonn', { id: 'i1', message: 'Where?', ...more })]).length;
    expect(countWarnings({})).toBe(0);
    expect(countWarnings({ schema: { type: 'object', properties: { city: { type: 'string' } } } })).toBe(0);
    expect(countWarnings({ schema: { type: 'object', properties: { approved: { type: 'boolean' } } } })).toBe(1);
    expect(countWarnings({ schema: { type: 'boolean' } })).toBe(1);
    expect(countWarnings({ reason: 'confirmation' })).toBe(1);
  });

  it('may be a value', () => {
    const value = (answer: InterruptAnswer & { kind: 'value' }) => isApproval(answer);
    expect(value({ interrupt: payment, kind: 'value', value: { city: 'Bonn' } })).toBe(true);
    expect(value({ interrupt: payment, kind: 'value', value: { approved: false } })).toBe(false);
  });
});
