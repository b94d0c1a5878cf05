import { expect, it } from 'vitest';
import type { AgentEntry, TestCase } from '../../contract/index.ts';
import { dynamicCase } from '../../testing/case-factory.ts';
import { findImpossibleLeaks } from './leaks-between-cases.ts';

const ada = dynamicCase({ id: 'ada', turns: [{ input: 'I live at 5 Elm Street.' }] });
const bob = dynamicCase({
  id: 'bob',
  line: 2,
  turns: [{ input: 'What is my address?' }],
  assertions: [{ type: 'not_contains', value: 'Elm' }],
});
const agent: AgentEntry = { type: 'module', path: 'agent.mjs', export: 'default' };

function find(cases: TestCase[], tested: AgentEntry = agent): string[] {
  return findImpossibleLeaks({ file: 'cases.jsonl', agent: tested }, cases).map(
    ({ line, message }) => `${line}: ${message}`,
  );
}

it('a text of another case that the agent cannot know is named', () => {
  expect(find([ada, bob])).toEqual([
    '2: case "bob" forbids "Elm", which only the user of case "ada" says, and cases do not share the variables of the agent; set "isolate": "suite" in the agent to test this',
  ]);
});

it.each<[string, string[]]>([
  ['an agent that all cases share', find([ada, bob], { ...agent, isolate: 'suite' })],
  ['a text that the own user says as well', find([ada, { ...bob, turns: [{ input: 'Is it Elm Street?' }] }])],
  ['a text that nobody says', find([bob])],
  [
    'a text that only an assertion of the other case has',
    find([{ ...ada, turns: [{ input: 'Hello', assert: [{ type: 'contains', value: 'Elm' }] }] }, bob]),
  ],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
