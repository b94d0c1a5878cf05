import { describe, expect, it } from 'vitest';
import { formatJudgedText, getJudgedValue } from './judged-value.ts';

const savedCall = { tool: 'save', result: { message: 'Saved', success: true } };
const emptyResponse = { tool: 'log', result: { success: true } };

describe('the value that a standard case judges', () => {
  it.each([{ next: null }, { next: '' }, { next: {} }, { next: [] }])(
    'is the text when the next hook gave $next',
    ({ next }) => {
      expect(getJudgedValue({ content: 'hi', toolCalls: [savedCall], next })).toBe('hi');
    },
  );

  it.each([{ next: false }, { next: 0 }, { next: 'n' }, { next: [0] }, { next: { a: null } }])(
    'is what the next hook gave: $next',
    ({ next }) => {
      expect(getJudgedValue({ content: 'hi', toolCalls: [], next })).toEqual(next);
    },
  );

  it('is what a tool said when there is no text, else which tools ran', () => {
    expect(getJudgedValue({ content: '', toolCalls: [emptyResponse, savedCall] })).toBe('Saved');
    expect(getJudgedValue({ content: '', toolCalls: [emptyResponse, { tool: 'x' }] })).toBe('[log: success] [x]');
  });

  it('is null when there is nothing at all', () => {
    expect(getJudgedValue({ content: '', toolCalls: [] })).toBeNull();
  });
});

describe('the text that a checkpoint judges', () => {
  it('is the text and what the tools said', () => {
    expect(formatJudgedText({ content: 'hi', toolCalls: [emptyResponse, savedCall], next: { a: 1 } })).toBe(
      'hi\nSaved',
    );
  });

  it('ends with the data of the next hook when there is no text', () => {
    expect(formatJudgedText({ content: '', toolCalls: [savedCall], next: { b: 1, a: 2 } })).toBe(
      'Saved\n{"a":2,"b":1}',
    );
    expect(formatJudgedText({ content: '', toolCalls: [], next: {} })).toBe('');
  });
});
