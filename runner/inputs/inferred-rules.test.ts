import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../values/index.ts';
import { caseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';

const said = { type: 'contains', value: 'refunded' };
const called = { type: 'tool_called', name: 'refund' };
const inferred = (rule: JsonObject): JsonObject => ({ ...rule, inferred: true });

function parse(fields: JsonObject) {
  const text = JSON.stringify({ id: 'a', input: 'hi', ...fields });
  const { cases, problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: caseHash });
  return { testCase: cases[0], problems: problems.map(({ message }) => message), warnings };
}

describe('rules that nobody has accepted', () => {
  it('stand apart from those that decide', () => {
    const { testCase, problems } = parse({ assert: [said, inferred(called)] });
    expect(problems).toEqual([]);
    expect(testCase).toMatchObject({
      kind: 'standard',
      assertions: [said],
      inferred: { assertions: [inferred(called)], never: [], checkpoints: [] },
    });
    const talk = parse({
      turns: ['go'],
      assert: said,
      never: [inferred({ type: 'tool_called', name: 'delete' })],
      checkpoints: [inferred({ id: 'c', assert: called })],
    });
    expect(talk.problems).toEqual([]);
    expect(talk.testCase).toMatchObject({ kind: 'dynamic', checkpoints: [], assertions: [said] });
    expect(talk.testCase).not.toHaveProperty('never');
  });

  it.each<[JsonObject, JsonObject]>([
    [{ assert: said }, { assert: [inferred(called), said] }],
    [{ assert: said }, { assert: [inferred(called), said, inferred(said)] }],
    [{ assert: [said] }, { assert: [said, inferred(called)] }],
    [{ expected: 'x' }, { expected: 'x', assert: [inferred(called)] }],
    [{ expected: 'x' }, { expected: 'x', assert: inferred(called) }],
    [
      { turns: ['go'], assert: [said] },
      { turns: ['go'], assert: [said], never: [inferred(called)] },
    ],
  ])('leave the hash of a case as it was: %j', (before, after) => {
    expect(parse(after).testCase?.hash).toBe(parse(before).testCase?.hash);
  });

  it('change the hash when they are accepted', () => {
    expect(parse({ assert: [said, called] }).testCase?.hash).not.toBe(parse({ assert: [said] }).testCase?.hash);
  });

  it.each<[JsonObject, string]>([
    [{ assert: [inferred(said)] }, 'this case has only inferred rules, and they cannot fail it'],
    [{ input: 'hi', expected: null, assert: inferred(said) }, 'this case has only inferred rules'],
    [{ turns: ['go'], never: [inferred(called)] }, 'nothing in this conversation can fail; it needs "checkpoints"'],
    [{ assert: [said], never: [inferred(called)] }, 'an inferred rule cannot be in "never" of a case of one call'],
    [
      { assert: [said], checkpoints: [inferred({ id: 'c', assert: called })] },
      'an inferred rule cannot be in "checkpoints" of a case of one call',
    ],
    [
      { turns: [{ input: 'go', assert: inferred(said) }], assert: [said] },
      '"inferred" has no place in "turns"; write the rule under "assert"',
    ],
    [
      { turns: ['go'], checkpoints: [{ id: 'c', assert: inferred(said) }] },
      '"inferred" belongs on the checkpoint, not on its assertion',
    ],
    [
      { assert: [said, inferred({ type: 'agent', value: 'polite' })] },
      'an inferred rule cannot be of type "agent", because only assertions that need no judge',
    ],
    [
      {
        assert: [said],
        turns: ['go'],
        checkpoints: [inferred({ id: 'c', assert: { type: 'script', use: 'scripts:x.Y' } })],
      },
      'an inferred rule cannot be of type "script"',
    ],
    [
      {
        turns: ['go'],
        checkpoints: [inferred({ id: 'c', assert: called }), { id: 'd', assert: said, after: ['c'] }],
      },
      'checkpoint "d" waits for "c", which is only inferred; accept that one, too',
    ],
    [{ assert: [said, { ...called, inferred: false }] }, '"assert[1].inferred" must be "true", not false'],
    [{ assert: [said, inferred({ type: 'regex', value: '(' })] }, 'invalid regex'],
  ])('are refused where they cannot stay apart: %j', (fields, message) => {
    expect(parse(fields).problems).toContainEqual(expect.stringContaining(message));
  });

  it('may wait for each other and for accepted checkpoints', () => {
    const checkpoints: Json[] = [
      { id: 'a', assert: said },
      inferred({ id: 'b', assert: called, after: ['a'] }),
      inferred({ id: 'c', assert: said, after: ['b'] }),
    ];
    expect(parse({ turns: ['go'], checkpoints }).problems).toEqual([]);
  });
});
