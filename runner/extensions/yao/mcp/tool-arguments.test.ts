import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareArguments } from './tool-arguments.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
};

describe('arguments of a tool', () => {
  it.each([
    ['an object', { city: 'Oslo' }, { city: 'Oslo' }],
    ['JSON text', '{"city": "Oslo", "days": 2}', { city: 'Oslo', days: 2 }],
    ['a trailing comma', '{"city": "Oslo",}', { city: 'Oslo' }],
    ['a missing bracket', '{"city": "Oslo"', { city: 'Oslo' }],
  ])('are taken and mended: %s', (_what, rawArguments, value) => {
    expect(prepareArguments(rawArguments, schema)).toEqual({ ok: true, value });
  });

  it.each([
    ['no text at all', '', /do not match the schema: .*city/],
    ['a list', [1], /must be a JSON object, not \[1\]/],
    ['prose', 'Oslo, please', /must be a JSON object, not "Oslo, please"/],
    ['a wrong type', { city: 'Oslo', days: '2' }, /do not match the schema: .*days/],
    ['a number out of range', { city: 'Oslo', days: 0 }, /do not match the schema: .*days/],
  ])('are refused: %s', (_what, rawArguments, problem) => {
    expect(prepareArguments(rawArguments, schema)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('are not checked against a schema that nobody can read', () => {
    expect(prepareArguments({ a: 1 }, { type: 'no such type' })).toEqual({ ok: true, value: { a: 1 } });
  });

  it('never crash, whatever a model writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (rawArguments) => {
        expect(typeof prepareArguments(rawArguments, schema).ok).toBe('boolean');
      }),
    );
  });
});
