import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../values/index.ts';
import { parseGeneratedCases } from './generated-cases.ts';

const firstCase = { id: 'g1', input: 'say hi', assert: { type: 'contains', value: 'hi' } };
const secondCase = {
  id: 'g2',
  checkpoints: [{ id: 'c', assert: { type: 'contains', value: 'x' } }],
  simulator: 'someone',
};

function readIds(answer: Json): string[] | string {
  const result = parseGeneratedCases(answer);
  return result.ok ? result.cases.map(({ id }) => id) : result.problem;
}

describe('the answer of a generator', () => {
  it.each<[string, Json]>([
    ['a list', [firstCase, secondCase]],
    ['an object with cases', { cases: [firstCase, secondCase] }],
    ['an object with test_cases', { reasoning: 'because', test_cases: [firstCase, secondCase] }],
    ['a list as text', JSON.stringify([firstCase, secondCase])],
    [
      'a list in a fence',
      `Here they are [1]:\n\`\`\`json\n${JSON.stringify([firstCase, secondCase], undefined, 2)}\n\`\`\`\nEnjoy.`,
    ],
    ['an object in prose', `I made {two} cases: ${JSON.stringify({ cases: [firstCase, secondCase] })} Enjoy.`],
    ['JSON lines', `${JSON.stringify(firstCase)}\n${JSON.stringify(secondCase)}\n`],
    ['JSON lines in a fence', `\`\`\`jsonl\n${JSON.stringify(firstCase)}\n${JSON.stringify(secondCase)}\n\`\`\``],
  ])('may be %s', (_form, answer) => {
    expect(readIds(answer)).toEqual(['g1', 'g2']);
  });

  it('may be one case', () => {
    expect(readIds(firstCase)).toEqual(['g1']);
    expect(readIds(`The case: ${JSON.stringify(firstCase)}`)).toEqual(['g1']);
  });

  it('loses nothing of a case', () => {
    const result = parseGeneratedCases([
      { ...firstCase, name: 'n', tags: ['t'], skip: true, timeout: '3s', metadata: { a: 1 } },
    ]);
    expect(result).toMatchObject({
      cases: [
        {
          kind: 'standard',
          name: 'n',
          tags: ['t'],
          skip: true,
          timeoutMs: 3000,
          metadata: { a: 1 },
          assertions: [firstCase.assert],
        },
      ],
    });
  });

  it('is held to what a case file is held to, with the number of the case', () => {
    expect(
      parseGeneratedCases([
        firstCase,
        { id: 'b', input: 'x', asert: [] },
        { input: 'no id' },
        { ...firstCase, input: 'again' },
      ]),
    ).toEqual({
      ok: false,
      problem: 'generated cases that cannot be run',
      proposed: expect.arrayContaining([JSON.stringify(firstCase), '{"input":"no id"}']),
      details: [
        'generated case 2: unknown key "asert" (did you mean "assert"?)',
        'generated case 3: "id" is missing',
        'generated case 4: id "g1" is already used in line 1',
      ],
    });
    expect(parseGeneratedCases([firstCase, 'two', null])).toMatchObject({
      details: [
        'generated case 2: expected an object, found "two"',
        'generated case 3: expected an object, found "null"',
      ],
      proposed: [JSON.stringify(firstCase), '"two"', 'null'],
    });
  });

  const pretty = JSON.stringify(secondCase, undefined, 2);
  it.each<[string, string]>([
    ['a list that breaks off', `[\n${pretty},\n${JSON.stringify(firstCase)},\n{"id": "g3", "inp`],
    [
      'a list on one line that breaks off',
      `[${JSON.stringify(secondCase)}, ${JSON.stringify(firstCase)},{"id": "g3", "inp`,
    ],
    [
      'a fence of which one line is broken',
      `\`\`\`jsonl\n${pretty}\n${JSON.stringify(firstCase)}\n{"id": "g3", "inp\n\`\`\``,
    ],
    [
      'lines of which one is broken',
      `Here:\n${JSON.stringify(secondCase)}\n${JSON.stringify(firstCase)}\n{"id": "g3", "inp`,
    ],
  ])('is lost in no part: %s', (_form, answer) => {
    expect(parseGeneratedCases(answer)).toMatchObject({
      ok: false,
      proposed: [JSON.stringify(secondCase), JSON.stringify(firstCase), '{"id": "g3", "inp'],
      details: [expect.stringContaining('generated case 3: ')],
    });
  });

  it('is lost in no part when nothing of it is whole', () => {
    expect(parseGeneratedCases('Sure!\n\n{"id": "g1",\n  "input": "say hi"\n')).toMatchObject({
      problem: 'generated cases that cannot be run',
      proposed: ['{"id": "g1", "input": "say hi"'],
    });
  });

  it('may be several objects that span lines', () => {
    expect(readIds(`First:\n${JSON.stringify(firstCase, undefined, 2)}\n\nThen:\n${pretty}\n`)).toEqual(['g1', 'g2']);
  });

  it.each<[Json, string]>([
    ['I am sorry, I cannot do that.', 'answered with no cases'],
    ['see [1] and {"a": 1}', 'answered with no cases'],
    ['', 'answered with no cases'],
    [null, 'answered with no cases'],
    [42, 'answered with no cases'],
    [[], 'answered with an empty list of cases'],
    ['{"cases": []}', 'answered with an empty list of cases'],
  ])('%j is of no use', (answer, problem) => {
    expect(readIds(answer)).toBe(problem);
  });

  it('never becomes a case unless it is one, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.json()), (answer) => {
        const result = parseGeneratedCases(JSON.parse(JSON.stringify(answer)));
        if (result.ok) for (const testCase of result.cases) expect(testCase.id).not.toBe('');
        else expect(result.problem).not.toBe('');
      }),
    );
  });
});
