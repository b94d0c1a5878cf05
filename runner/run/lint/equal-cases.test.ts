import { expect, it } from 'vitest';
import type { TestCase } from '../../contract/index.ts';
import { standardCase } from '../../testing/case-factory.ts';
import { createEqualCaseFinder } from './equal-cases.ts';

const vegetarian = standardCase({ id: 'vegetarian', input: 'What do you have for a vegetarian?', line: 1 });
const vegan = standardCase({
  ...vegetarian,
  id: 'vegan',
  line: 2,
  assertions: [{ type: 'not_contains', value: 'cheese' }],
});

function find(cases: TestCase[]): string[] {
  return createEqualCaseFinder()({ file: 'cases.jsonl', agentId: 'desk' }, cases).map(
    ({ line, message }) => `${line}: ${message}`,
  );
}

it('a copy with the input of the other id is named', () => {
  expect(find([vegetarian, vegan])).toEqual([
    '2: case "vegan" has the input of "vegetarian" in line 1, which names the other id and not its own; change the input or the id',
  ]);
});

it('a copy that stands before the case of its input is named, too', () => {
  const saturday = standardCase({ ...vegetarian, id: 'hours-saturday', input: 'When are you open on Sunday?' });
  const sunday = standardCase({ ...saturday, id: 'hours-sunday', line: 2, assertions: vegan.assertions });
  expect(find([saturday, sunday])).toEqual([
    '2: case "hours-saturday" in line 1 has the input of "hours-sunday", which names the other id and not its own; change the input or the id',
  ]);
});

it('two checks of one input are no copy if no id fits better', () => {
  expect(find([vegetarian, { ...vegan, id: 'vegetarian-cheese' }])).toEqual([]);
  expect(find([{ ...vegetarian, id: 'menu' }, vegan])).toEqual([]);
  expect(find([vegetarian, { ...vegan, input: 'What do you have for a vegan?' }])).toEqual([]);
});
