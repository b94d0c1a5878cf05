import { describe, expect, it } from 'vitest';
import { parseEvent } from './parse-event.ts';

const event = { v: 1, runId: 'r', seq: 3, at: 30, type: 'case.started', suiteKey: 's', caseId: 'a', attempt: 1 };

describe('an event from the stream', () => {
  it('is taken when its envelope is whole', () => {
    expect(parseEvent('r', JSON.stringify(event))).toEqual(event);
  });

  it.each([
    ['of another version', { v: 2 }],
    ['without a version', { v: undefined }],
    ['of another run', { runId: 'other' }],
    ['without a number', { seq: undefined }],
    ['with a number that is a text', { seq: '3' }],
    ['with a number that counts from nothing', { seq: 0 }],
    ['with a broken number', { seq: 1.5 }],
    ['without a time', { at: null }],
    ['without a type', { type: undefined }],
  ])('is refused %s', (_, changed) => {
    expect(parseEvent('r', JSON.stringify({ ...event, ...changed }))).toBeUndefined();
  });

  it.each(['', '{"v":1,', 'null', '[]', '"text"', '7'])('is refused when it is %j', (text) => {
    expect(parseEvent('r', text)).toBeUndefined();
  });
});
