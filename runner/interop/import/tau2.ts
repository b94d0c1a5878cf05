import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../contract/index.ts';
import { defined, type JsonObject, schemaProblems } from '../../values/index.ts';
import { createProgress, type ImportSource } from './imported.ts';
import { readDocument } from './read-document.ts';
import { UnreadableImport } from './unreadable-import.ts';

const actionSchema = z.object({
  name: z.string(),
  arguments: jsonObjectSchema.default({}),
  requestor: z.string().default('assistant'),
  compare_args: z.array(z.string()).nullish(),
});
const criteriaSchema = z.object({
  actions: z.array(actionSchema).nullish(),
  env_assertions: z.array(jsonSchema).nullish(),
  communicate_info: z.array(z.string()).nullish(),
  nl_assertions: z.array(z.string()).nullish(),
  reward_basis: z.array(z.string()).default(['DB', 'COMMUNICATE']),
});
const instructionsSchema = z.union([
  z.string(),
  z.object({
    domain: z.string().nullish(),
    reason_for_call: z.string(),
    known_info: z.string().nullish(),
    unknown_info: z.string().nullish(),
    task_instructions: z.string(),
  }),
]);
const taskSchema = z.object({
  id: z.coerce.string(),
  description: z.union([z.string(), z.object({ purpose: z.string().nullish() })]).nullish(),
  user_scenario: z.object({ persona: z.string().nullish(), instructions: instructionsSchema }),
  initial_state: jsonSchema.nullish(),
  evaluation_criteria: criteriaSchema.nullish(),
});
type Task = z.infer<typeof taskSchema>;
type Criteria = z.infer<typeof criteriaSchema>;

const DATABASE = 'only tau2-bench has the database; the reference calls are demanded instead, which is stricter';
const NO_REWARD = 'the reward of its task does not depend on it';
const NO_JUDGE = 'the workspace has no agent that judges; name one with --map judge=<agent>';

/** Makes a conversation with a simulated user of every task of τ²-bench. */
export function importTau2({ text, file, players, suite }: ImportSource): void {
  const read = readDocument({ text, file });
  if (!read.ok) throw new UnreadableImport(read.problems);
  const tasks = z.array(taskSchema).safeParse(read.value);
  if (!tasks.success) {
    throw new UnreadableImport(`${file}: these are not tasks of tau2-bench: ${schemaProblems(tasks.error)}`);
  }
  const progress = createProgress(file, suite);
  for (const [index, task] of tasks.data.entries()) {
    const line = read.lineOf([index]);
    const lose = (what: string, why: string): void => progress.lose(line, `task ${task.id}: ${what}`, why);
    const { assert, checks } = assertionsOf(task, players.judge, lose);
    const { simulator } = players;
    if (task.initial_state !== null && task.initial_state !== undefined) {
      progress.leaveOut(line, `task ${task.id}: the initial state`, 'it belongs to the environment of tau2-bench');
    }
    if (assert.length === 0 || simulator === undefined) {
      const why =
        simulator === undefined
          ? 'the workspace has no agent that plays the user; name one with --map simulator=<agent>'
          : 'none of its checks could be carried, and it would pass with any answer';
      for (let check = 0; check < checks; check += 1) lose('a check', why);
      if (checks === 0) progress.leaveOut(line, `task ${task.id}`, why);
      continue;
    }
    progress.carry({ line, checks, written: caseOf(task, simulator, assert) });
  }
}

function caseOf(
  { id, description, user_scenario: { persona, instructions } }: Task,
  simulator: string,
  assert: JsonObject[],
): JsonObject {
  const name = typeof description === 'string' ? description : description?.purpose;
  const metadata = { persona: persona ?? 'a customer', goal: goalOf(instructions) };
  return {
    id: `task-${id}`,
    ...defined({ name: name ?? undefined }),
    simulator: { use: simulator, options: { metadata } },
    until: 'done',
    max_turns: 30,
    assert,
  };
}

function goalOf(instructions: Task['user_scenario']['instructions']): string {
  if (typeof instructions === 'string') return instructions;
  const { reason_for_call: reason, known_info: known, unknown_info: unknown, task_instructions: how } = instructions;
  return [
    reason,
    ...(known ? [`What you know: ${known}`] : []),
    ...(unknown ? [`What you do not know: ${unknown}`] : []),
    how,
  ].join('\n\n');
}

type Lose = (what: string, why: string) => void;

function assertionsOf({ evaluation_criteria: criteria }: Task, judge: string | undefined, lose: Lose) {
  const assert: JsonObject[] = [];
  let checks = 0;
  const basis = new Set(criteria?.reward_basis);
  const calls = callsOf(criteria, lose);
  if (basis.has('DB')) lose('the state of the database', DATABASE);
  if (calls.length > 0) {
    assert.push({ type: 'tools', match: 'any_order', calls });
    if (basis.has('ACTION')) checks += 1;
  }
  for (const info of criteria?.communicate_info ?? []) {
    if (!basis.has('COMMUNICATE')) {
      lose(`"${info}"`, NO_REWARD);
      continue;
    }
    assert.push({
      type: 'contains',
      value: info,
      on: 'any',
      ignore_case: true,
      ...(/\d/.test(info) ? { numbers: true } : {}),
    });
    checks += 1;
  }
  for (const claim of criteria?.nl_assertions ?? []) {
    if (judge === undefined || !basis.has('NL_ASSERTION')) {
      lose(`"${claim}"`, judge === undefined ? NO_JUDGE : NO_REWARD);
      continue;
    }
    assert.push({ type: 'agent', use: `agents:${judge}`, value: claim });
    checks += 1;
  }
  for (const _ of criteria?.env_assertions ?? [])
    lose('an assertion on the environment', 'it calls code of tau2-bench');
  return { assert, checks };
}

/** Arguments that are not compared are left out; calls of the user are none of the agent. */
function callsOf(criteria: Criteria | null | undefined, lose: Lose): JsonObject[] {
  return (criteria?.actions ?? []).flatMap(
    ({ name, arguments: all, requestor, compare_args: compared }): JsonObject[] => {
      if (requestor !== 'assistant') {
        lose(`the call ${name} of the user`, 'a simulated user calls no tools');
        return [];
      }
      const entries = Object.entries(all).filter(
        ([key]) => compared === null || compared === undefined || compared.includes(key),
      );
      return [{ name, ...(entries.length === 0 ? {} : { arguments: Object.fromEntries(entries) }) }];
    },
  );
}
