import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCallSchema } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { parseToolCall } from './read-tool-call.ts';

describe('a tool call of a server', () => {
  it('is a call or nothing, whatever it is', () => {
    const callLike = fc.record(
      {
        name: fc.oneof(fc.string(), fc.integer()),
        tool: fc.oneof(fc.string(), fc.constant(null)),
        function: fc.oneof(fc.record({ name: fc.string(), arguments: fc.string() }), fc.jsonValue()),
        arguments: fc.jsonValue(),
        result: fc.jsonValue(),
        error: fc.oneof(fc.string(), fc.constant(null)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), callLike), (value) => {
        const rawCall: Json = JSON.parse(JSON.stringify(value));
        const call = parseToolCall(rawCall);
        if (call !== undefined) expect(toolCallSchema.parse(call)).toEqual(call);
      }),
    );
  });

  it.each<[Json, object]>([
    [
      { name: 'pay', arguments: '{"amount":1}' },
      { tool: 'pay', arguments: { amount: 1 } },
    ],
    [
      { name: 'pay', arguments: '' },
      { tool: 'pay', arguments: {} },
    ],
    [
      { name: 'pay', arguments: '{"amount":' },
      { tool: 'pay', arguments: '{"amount":' },
    ],
    [
      { type: 'tool_use', id: 'c1', name: 'pay', input: {} },
      { id: 'c1', tool: 'pay', arguments: {} },
    ],
    [
      { name: 'pay', error: null, output: null },
      { tool: 'pay', result: null },
    ],
  ])('is read from %j', (rawCall, call) => {
    expect(parseToolCall(rawCall)).toEqual(call);
  });
});
