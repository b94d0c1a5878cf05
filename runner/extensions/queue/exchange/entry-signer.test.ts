import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createEntrySigner } from './entry-signer.ts';

const key = 'a key of enough characters';
const place = { list: 'turntree-orders-1', id: 'a1' };
const seal = createEntrySigner(key);
/** The entry as it is stored in the queue. */
const sealedSchema = z.object({ text: z.string(), signature: z.string().optional() });
const signed = sealedSchema.parse(seal.sign(place, { b: [1, 'two', { c: null }], a: '"' }));
const data = { b: [1, 'two', { c: null }], a: '"' };

describe('a sealed entry', () => {
  it('is read by those who have its key, or who have none as the one who wrote it', () => {
    expect(seal.verify(place, seal.sign(place, data))).toEqual({ ok: true, data });
    const open = createEntrySigner(undefined);
    expect(open.verify(place, open.sign(place, data))).toEqual({ ok: true, data });
  });

  it('is refused with another key, or none, on either side, and says what to set', () => {
    const { signature: _, ...unsigned } = signed;
    const advice = 'set the same key for the run and for all its workers';
    const reasons = [
      [createEntrySigner('another key of enough characters'), signed],
      [createEntrySigner(undefined), signed],
      [seal, unsigned],
    ] as const;
    expect(reasons.map(([reader, sealed]) => reader.verify(place, sealed))).toEqual(
      ['the entry is not signed with the', 'the entry is signed, and', 'the entry is not signed, although'].map(
        (why) => ({
          ok: false,
          reason: expect.stringMatching(`^${why} TURNTREE_QUEUE_KEY .*: ${advice}$`),
        }),
      ),
    );
  });

  it.each([
    ['in another list', { ...place, list: 'turntree-orders-2' }],
    ['under another id', { ...place, id: 'a2' }],
    ['under names that only look alike together', { list: 'turntree-orders-1","a', id: '1' }],
  ])('is refused %s', (_where, other) => {
    expect(seal.verify(other, seal.sign(place, data)).ok).toBe(false);
  });

  it.each([
    ['another text', { ...signed, text: JSON.stringify({ ...data, a: 'b' }) }],
    ['a signature that is too short', { ...signed, signature: 'AAAA' }],
    ['an empty signature', { ...signed, signature: '' }],
    ['data as it is', data],
    ['nothing', undefined],
  ])('is refused with %s', (_what, sealed) => {
    expect(seal.verify(place, sealed).ok).toBe(false);
  });

  it('is refused when it is no JSON', () => {
    expect(createEntrySigner(undefined).verify(place, { text: '{' })).toEqual({
      ok: false,
      reason: expect.stringContaining('cannot be read'),
    });
  });
});

it('needs a key that cannot be guessed', () => {
  expect(() => createEntrySigner('fifteen letters')).toThrow(
    'TURNTREE_QUEUE_KEY is too short: it needs at least 16 characters',
  );
});
