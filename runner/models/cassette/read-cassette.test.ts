import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageRoles } from '../../contract/index.ts';
import { AgentError } from '../../ports/index.ts';
import { type CassetteEntry, formatCassetteLines } from './cassette.ts';
import { parseCassette } from './read-cassette.ts';

const now = '2026-01-01T00:00:00.000Z';
const text = (entries: readonly CassetteEntry[]) =>
  [...formatCassetteLines({ suite: 's.jsonl', now, entries })].join('');
const json = fc
  .dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
  .map((value) => JSON.parse(JSON.stringify(value)));
const entry: fc.Arbitrary<CassetteEntry> = fc.record({
  case: fc.string(),
  attempt: fc.integer({ min: 1, max: 9 }),
  turn: fc.integer({ min: 1, max: 9 }),
  role: fc.constantFrom(...usageRoles),
  call: fc.integer({ min: 1, max: 9 }),
  request: json,
  answer: json,
});

describe('a cassette', () => {
  it('is read as it was written', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const original = text(entries);
        const cassette = parseCassette(original, 's.cassette.jsonl');
        expect(text(cassette.entries)).toBe(original);
        expect(cassette.entries).toEqual(expect.arrayContaining(entries));
      }),
    );
  });

  it('keeps a key called __proto__', () => {
    const answer = JSON.parse('{"__proto__":null,"a":1}');
    const original = text([{ case: 'A', attempt: 1, turn: 1, role: 'agent', call: 1, request: {}, answer }]);
    expect(text(parseCassette(original, 's.cassette.jsonl').entries)).toBe(original);
  });

  it('has one order, in whichever its entries came', () => {
    const entries = ['T10', 'T2', 'T2'].flatMap((id, index) =>
      usageRoles.map((role) => ({ case: id, attempt: index + 1, turn: 1, role, call: 1, request: {}, answer: {} })),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(text(shuffled)).toBe(text(entries));
      }),
    );
    expect(text(entries).indexOf('"T2"')).toBeLessThan(text(entries).indexOf('"T10"'));
  });

  it('that is damaged anywhere is read or refused with file and line, and nothing else', () => {
    const wholeFile = text([
      { case: 'A', attempt: 1, turn: 1, role: 'agent', call: 1, request: { a: 1 }, answer: { b: 'x' } },
    ]);
    fc.assert(
      fc.property(fc.nat(wholeFile.length), fc.string(), fc.nat(20), (offset, inserted, removed) => {
        const damaged = wholeFile.slice(0, offset) + inserted + wholeFile.slice(offset + removed);
        try {
          parseCassette(damaged, 'c.jsonl');
        } catch (error) {
          expect(error).toBeInstanceOf(AgentError);
          expect(String(error)).toMatch(/c\.jsonl:\d+: .*record it again with --record/s);
        }
      }),
    );
  });
});
