import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpan, encodeSpansAsJson, encodeSpansAsProtobuf, formatSpanId } from '../testing/otlp.ts';
import type { Json } from '../values/index.ts';
import { parseOtlpJson, parseOtlpProtobuf, type Span } from './index.ts';

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const attributes = fc.dictionary(fc.string(), json, { maxKeys: 5, noNullPrototype: true });
const time = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });
const span: fc.Arbitrary<Span> = fc
  .record({
    ids: fc.tuple(
      fc.bigInt(1n, 2n ** 128n - 1n),
      fc.bigInt(1n, 2n ** 64n - 1n),
      fc.option(fc.bigInt(1n, 2n ** 64n - 1n), { nil: undefined }),
    ),
    name: fc.string({ unit: 'grapheme' }),
    startedAt: time,
    durationMs: fc.integer({ min: 0, max: 1e6 }),
    attributes,
    events: fc.array(fc.record({ name: fc.string(), attributes }), { maxLength: 2 }),
    error: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  })
  .map(({ ids: [trace, id, parent], durationMs, ...rest }) => ({
    traceId: trace.toString(16).padStart(32, '0'),
    spanId: id.toString(16).padStart(16, '0'),
    parentSpanId: parent?.toString(16).padStart(16, '0'),
    endedAt: rest.startedAt + durationMs,
    ...rest,
  }));

describe('spans of an exporter', () => {
  it('are the same from JSON and from Protocol Buffers, whatever they hold', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
        expect(parseOtlpJson(encodeSpansAsJson(spans))).toEqual({ ok: true, spans });
        expect(parseOtlpProtobuf(encodeSpansAsProtobuf(spans))).toEqual({ ok: true, spans });
      }),
      { numRuns: 200 },
    );
  });

  it('are read or refused with a reason, whatever is sent', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const result = parseOtlpJson(text);
        if (!result.ok) expect(result.problem).not.toBe('');
      }),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(span, { maxLength: 2 }),
        fc.nat(),
        (noise, spans, noisePosition) => {
          const encodedSpans = encodeSpansAsProtobuf(spans);
          const cut = noisePosition % (encodedSpans.length + 1);
          const result = parseOtlpProtobuf(
            Buffer.concat([encodedSpans.subarray(0, cut), noise, encodedSpans.subarray(cut)]),
          );
          if (!result.ok) expect(result.problem).not.toBe('');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('nested without end are refused, and cut off where JSON can still hold them', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseOtlpJson(deep(100_000))).toMatchObject({ ok: false });
    const value = JSON.parse(deep(150));
    expect(parseOtlpJson(encodeSpansAsJson([createSpan(1, { value })]))).toMatchObject({ ok: true });
    expect(parseOtlpProtobuf(encodeSpansAsProtobuf([createSpan(1, { value })]))).toMatchObject({ ok: false });
  });

  it.each([
    ['text', 'hello', 'Unexpected token'],
    ['another document', '[]', 'must be object'],
    ['a span without an id', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"x"}]}]}]}', 'traceId'],
  ])('say what is wrong with %s', (_what, text, problem) => {
    expect(parseOtlpJson(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  it('are nobody, where a list is missing', () => {
    for (const text of ['{}', '{"resourceSpans":[{}]}', '{"resourceSpans":[{"scopeSpans":[{}]}]}']) {
      expect(parseOtlpJson(text)).toEqual({ ok: true, spans: [] });
    }
    expect(parseOtlpProtobuf(new Uint8Array())).toEqual({ ok: true, spans: [] });
    expect(parseOtlpProtobuf(gzipSync('x'))).toMatchObject({ ok: false });
  });

  it('say what went wrong, in the words of the status, of the exception, or of its type', () => {
    const thrown = { name: 'exception', attributes: { 'exception.message': 'no ledger' } };
    const failing = { code: 'STATUS_CODE_ERROR' };
    const spanJson = (fields: object) =>
      JSON.stringify({
        resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'A'.repeat(32), spanId: formatSpanId(1), ...fields }] }] }],
      });
    const readError = (fields: object) => {
      const result = parseOtlpJson(spanJson(fields));
      return result.ok ? result.spans[0]?.error : result.problem;
    };
    const attribute = { key: 'error.type', value: { stringValue: 'TimeoutError' } };
    const event = { ...thrown, attributes: [{ key: 'exception.message', value: { stringValue: 'no ledger' } }] };
    expect(readError({ status: { ...failing, message: 'broke' }, events: [event] })).toBe('broke');
    expect(readError({ status: failing, events: [event] })).toBe('no ledger');
    expect(readError({ status: failing, attributes: [attribute] })).toBe('TimeoutError');
    expect(readError({ status: failing })).toBe('failed');
    expect(readError({ status: { code: 1 }, attributes: [attribute] })).toBeUndefined();
  });
});
