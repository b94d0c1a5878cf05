import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOutputsAtReference, type TaskGroup, type TaskOutput, toTemplateValue } from './task-output.ts';

const text = (content: string): TaskOutput => ({ type: 'text', text: content });

function group(members: Record<string, TaskOutput>): TaskGroup {
  const last = Object.keys(members).at(-1);
  return { type: 'group', members: new Map(Object.entries(members)), ...(last === undefined ? {} : { last }) };
}

const name = fc.constantFrom('a', 'b', 'c', 'd');
/**
 * Generates nested groups and lists of outputs. All items of a list have the same shape, as after the rounds of a loop.
 */
const { output } = fc.letrec<{ output: TaskOutput; group: TaskGroup }>((tie) => ({
  output: fc.oneof(
    { maxDepth: 4 },
    fc.string().map(text),
    tie('group'),
    fc
      .tuple(tie('output'), fc.integer({ min: 1, max: 3 }))
      .map(([item, count]): TaskOutput => ({ type: 'list', items: Array.from({ length: count }, () => item) })),
  ),
  group: fc.dictionary(name, tie('output'), { minKeys: 1, maxKeys: 3 }).map(group),
}));

/** Returns all references into an output, each with the number of texts that it leads to. */
function referencesIn(taskOutput: TaskOutput): [string[], number][] {
  switch (taskOutput.type) {
    case 'text':
    case 'value':
      return [[[], 1]];
    case 'list': {
      const [first] = taskOutput.items;
      const inside = first === undefined ? [] : referencesIn(first);
      return inside.map(([path, count]) => [path, count * taskOutput.items.length]);
    }
    case 'group':
      return [...taskOutput.members].flatMap(([key, member]) =>
        referencesIn(member).map(([path, count]): [string[], number] => [[key, ...path], count]),
      );
    default:
      return taskOutput satisfies never;
  }
}

describe('a reference to outputs', () => {
  it('leads to as many texts as the loops on its way have rounds', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.dictionary(name, output, { minKeys: 1 }), (members) => {
        for (const [path, count] of referencesIn(group(members))) {
          expect(findOutputsAtReference(group(members), path.join('.'))).toHaveLength(count);
        }
      }),
    );
  });

  it('that is missing, or ends early, goes on to the last task', () => {
    fc.assert(
      fc.property(fc.dictionary(name, output, { minKeys: 1 }), (members) => {
        const [last = ''] = Object.keys(members).slice(-1);
        expect(findOutputsAtReference(group(members), undefined)).toEqual(findOutputsAtReference(group(members), last));
      }),
    );
  });

  it('says what there is when it leads nowhere', () => {
    const output = group({
      sales: group({ total: text('7') }),
      rounds: { type: 'list', items: [group({ line: text('x') })] },
      region: { type: 'value', value: { city: 'Kiel' } },
    });
    const problem = (reference: string) => () => findOutputsAtReference(output, reference);
    expect(problem('sale')).toThrow('task_ref "sale": there is no "sale" in the workflow; did you mean "sales"?');
    expect(problem('sales.x')).toThrow('task_ref "sales.x": there is no "x" in "sales"; known names: total');
    expect(problem('rounds.lines')).toThrow(
      'task_ref "rounds.lines": there is no "lines" in "rounds"; did you mean "line"?',
    );
    expect(problem('sales.total.y')).toThrow(
      'task_ref "sales.total.y": "sales.total" is a text, so there is no "y" in it',
    );
    expect(problem('region.street')).toThrow('there is no "street" in "region"; known names: city');
  });

  it('may lead into a variable', () => {
    const output = group({ region: { type: 'value', value: { city: 'Kiel', sizes: [1, 2] } } });
    expect(findOutputsAtReference(output, 'region.city')).toEqual([{ type: 'text', text: 'Kiel' }]);
    expect(findOutputsAtReference(output, 'region.sizes')).toEqual([{ type: 'text', text: '[1,2]' }]);
  });
});

describe('what templates see', () => {
  it('is a text, a list, an object, or a value with its score', () => {
    const output = group({
      plain: text('x'),
      compared: { type: 'text', text: 'y', agreement: 0.5, prompt: 'asked' },
      rounds: { type: 'list', items: [group({ line: text('z') })] },
      region: { type: 'value', value: 3 },
    });
    expect(toTemplateValue(output)).toEqual({
      plain: 'x',
      compared: { value: 'y', score: 0.5 },
      rounds: [{ line: 'z' }],
      region: 3,
    });
  });
});
