import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';
import { runInProcess } from '../../testing/terminal-here.ts';
// Loaded before the first test, so that loading is not counted as part of it.
import './import-files.ts';

const judge = { type: 'scripted', rules: [{ answer: { passed: true, reason: 'fine' } }] };
let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runInProcess(args, workspace.root);
const cases = (file: string): unknown[] =>
  readFileSync(path.join(workspace.root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

beforeEach(() => {
  workspace = createScriptedWorkspace({ judge });
});
afterEach(() => workspace.remove());

it('ADK: a scenario becomes a conversation with the built-in user', async () => {
  const plan = 'First, you want to book a flight. Your budget code is B17. Confirm the booking.';
  const rubrics = [{ rubric_id: 'a', rubric_content: { text_property: 'Says the price' } }, { rubric_id: 'b' }];
  const behaviors = [{ behavior_instructions: ['Answer in a few words.'], violation_rubrics: [{ rubric_id: 'c' }] }];
  const scenario = { starting_prompt: 'Hello', conversation_plan: plan };
  const cases_of_set = [
    { eval_id: 'novice', conversation_scenario: { ...scenario, user_persona: 'NOVICE' }, rubrics },
    {
      eval_id: 'plain',
      conversation_scenario: { ...scenario, user_persona: { id: 'x', description: 'A pilot.', behaviors } },
      session_input: { user_id: 'ann', state: { seat: 'A1' } },
    },
  ];
  workspace.write('trips.evalset.json', { eval_set_id: 'trips', eval_cases: cases_of_set });
  const { code, stdout } = await run('import', 'adk', 'trips.evalset.json', '-o', 'tests/trips.jsonl');
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.replace(/^trips\.evalset\.json:\d+: not imported: /, ''))).toEqual([
    'novice: the persona "NOVICE": ADK has its description, not this file; write it into "persona"',
    'novice: a rubric: it has no text',
    'plain: the initial state: it is in the metadata; the agent has to take it from there',
    'plain: the rubrics of the persona: they judge the user of ADK; the built-in user is checked by its contract',
    expect.stringContaining('2 cases: only a user by a model follows all instructions of its user'),
    expect.stringMatching(/^1 case: ADK has no check of this conversation.*correct "assert", then delete "skip"$/),
    'imported 1 of 2 checks; 1 not',
    '2 cases in tests/trips.jsonl',
    '',
  ]);
  const user = { goal: 'book a flight', facts: { 'budget code': 'B17' } };
  expect(cases('tests/trips.jsonl')).toEqual([
    {
      id: 'novice',
      input: 'Hello',
      simulator: { ...user, persona: 'NOVICE Confirm the booking.' },
      until: 'done',
      assert: { type: 'agent', value: ['Says the price'] },
    },
    {
      id: 'plain',
      skip: true,
      input: 'Hello',
      simulator: { ...user, persona: 'A pilot. Answer in a few words. Confirm the booking.' },
      until: 'done',
      assert: { type: 'agent', value: `The assistant did what the user wanted: ${plan}` },
      user: 'ann',
      metadata: { adk_state: { seat: 'A1' }, not_carried: [expect.stringContaining('ADK has no check')] },
    },
  ]);
});
