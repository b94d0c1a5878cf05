import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentError } from '../ports/index.ts';
import { parsePlainAnswer } from './plain-answer.ts';

describe('the answer of a module or a command', () => {
  it('is a response or a clear error, whatever it is', () => {
    const answerLike = fc.record(
      {
        content: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
        next: fc.jsonValue(),
        tool_calls: fc.array(fc.record({ tool: fc.string(), arguments: fc.jsonValue() }, { requiredKeys: [] })),
        usage: fc.record({ input_tokens: fc.integer(), output_tokens: fc.nat() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), answerLike), (value) => {
        try {
          const response = parsePlainAnswer({ id: 'target' }, JSON.stringify(value));
          expect(typeof response.content).toBe('string');
          expect(Array.isArray(response.toolCalls)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AgentError);
          expect(String(error)).toContain('agent "target" answered');
        }
      }),
    );
  });

  it('keeps the data for the next step, also when that is null', () => {
    expect(parsePlainAnswer({ id: 'target' }, '{"next": null}')).toEqual({ content: '', toolCalls: [], next: null });
    expect(parsePlainAnswer({ id: 'target' }, '{"content": null}')).toEqual({ content: '', toolCalls: [] });
  });

  it('says what parts are called that go by other names', () => {
    expect(() => parsePlainAnswer({ id: 'desk' }, '{"text": "hi", "toolCalls": []}')).toThrow(
      /; "text" is "content" here, "toolCalls" is "tool_calls" here$/,
    );
  });

  it('says where data goes that is not wrapped', () => {
    const verdict = '{"passed": true, "reason": "polite"}';
    expect(() => parsePlainAnswer({ id: 'judge' }, verdict)).toThrow(/unknown key .*; put data into "next"/);
    expect(() => parsePlainAnswer({ id: 'judge' }, '{"content": "x", "reason": 1}')).toThrow(/unknown key "reason"$/);
  });
});
