import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../values/index.ts';
import { computeCaseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';

const containsRefunded = { type: 'contains', value: 'refunded' };
const toolCalled = { type: 'tool_called', name: 'refund' };
const inferred = (rule: JsonObject): JsonObject => ({ ...rule, inferred: true });

function parse(fields: JsonObject) {
  const text = JSON.stringify({ id: 'a', input: 'hi', ...fields });
  const { cases, problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: computeCaseHash });
  return { testCase: cases[0], problems: problems.map(({ message }) => message), warnings };
}

describe('rules that nobody has accepted', () => {
  it('stand apart from those that decide', () => {
    const { testCase, problems } = parse({ assert: [containsRefunded, inferred(toolCalled)] });
    expect(problems).toEqual([]);
    expect(testCase).toMatchObject({
      kind: 'standard',
      assertions: [containsRefunded],
      inferred: { assertions: [inferred(toolCalled)], never: [], checkpoints: [] },
    });
    const conversationCase = parse({
      turns: ['go'],
      assert: containsRefunded,
      never: [inferred({ type: 'tool_called', name: 'delete' })],
      checkpoints: [inferred({ id: 'c', assert: toolCalled })],
    });
    expect(conversationCase.problems).toEqual([]);
    expect(conversationCase.testCase).toMatchObject({
      kind: 'dynamic',
      checkpoints: [],
      assertions: [containsRefunded],
    });
    expect(conversationCase.testCase).not.toHaveProperty('never');
  });

  it.each<[JsonObject, JsonObject]>([
    [{ assert: containsRefunded }, { assert: [inferred(toolCalled), containsRefunded] }],
    [{ assert: containsRefunded }, { assert: [inferred(toolCalled), containsRefunded, inferred(containsRefunded)] }],
    [{ assert: [containsRefunded] }, { assert: [containsRefunded, inferred(toolCalled)] }],
    [{ expected: 'x' }, { expected: 'x', assert: [inferred(toolCalled)] }],
    [{ expected: 'x' }, { expected: 'x', assert: inferred(toolCalled) }],
    [
      { turns: ['go'], assert: [containsRefunded] },
      { turns: ['go'], assert: [containsRefunded], never: [inferred(toolCalled)] },
    ],
  ])('leave the hash of a case as it was: %j', (before, after) => {
    expect(parse(after).testCase?.hash).toBe(parse(before).testCase?.hash);
  });

  it('change the hash when they are accepted', () => {
    expect(parse({ assert: [containsRefunded, toolCalled] }).testCase?.hash).not.toBe(
      parse({ assert: [containsRefunded] }).testCase?.hash,
    );
  });

  it.each<[JsonObject, string]>([
    [{ assert: [inferred(containsRefunded)] }, 'this case has only inferred rules, and they cannot fail it'],
    [{ input: 'hi', expected: null, assert: inferred(containsRefunded) }, 'this case has only inferred rules'],
    [{ turns: ['go'], never: [inferred(toolCalled)] }, 'nothing in this conversation can fail; it needs "checkpoints"'],
    [
      { assert: [containsRefunded], never: [inferred(toolCalled)] },
      'an inferred rule cannot be in "never" of a case of one call',
    ],
    [
      { assert: [containsRefunded], checkpoints: [inferred({ id: 'c', assert: toolCalled })] },
      'an inferred rule cannot be in "checkpoints" of a case of one call',
    ],
    [
      { turns: [{ input: 'go', assert: inferred(containsRefunded) }], assert: [containsRefunded] },
      '"inferred" is not allowed in "turns"; write the rule under "assert"',
    ],
    [
      { turns: ['go'], checkpoints: [{ id: 'c', assert: inferred(containsRefunded) }] },
      '"inferred" belongs on the checkpoint, not on its assertion',
    ],
    [
      { assert: [containsRefunded, inferred({ type: 'agent', value: 'polite' })] },
      'an inferred rule cannot be of type "agent", because only assertions that need no judge',
    ],
    [
      {
        assert: [containsRefunded],
        turns: ['go'],
        checkpoints: [inferred({ id: 'c', assert: { type: 'script', use: 'scripts:x.Y' } })],
      },
      'an inferred rule cannot be of type "script"',
    ],
    [
      {
        turns: ['go'],
        checkpoints: [inferred({ id: 'c', assert: toolCalled }), { id: 'd', assert: containsRefunded, after: ['c'] }],
      },
      'checkpoint "d" waits for "c", which is only inferred; accept that checkpoint, too',
    ],
    [
      { assert: [containsRefunded, { ...toolCalled, inferred: false }] },
      '"assert[1].inferred" must be "true", not false',
    ],
    [{ assert: [containsRefunded, inferred({ type: 'regex', value: '(' })] }, 'invalid regex'],
  ])('are refused where they cannot stay apart: %j', (fields, message) => {
    expect(parse(fields).problems).toContainEqual(expect.stringContaining(message));
  });

  it('may wait for each other and for accepted checkpoints', () => {
    const checkpoints: Json[] = [
      { id: 'a', assert: containsRefunded },
      inferred({ id: 'b', assert: toolCalled, after: ['a'] }),
      inferred({ id: 'c', assert: containsRefunded, after: ['b'] }),
    ];
    expect(parse({ turns: ['go'], checkpoints }).problems).toEqual([]);
  });
});
