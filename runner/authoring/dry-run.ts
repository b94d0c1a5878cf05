import { subjectOfAnswer } from '../kinds/attempt/subjects.ts';
import { statusOf } from '../kinds/standard/standard-checks.ts';
import type { Json } from '../values/index.ts';
import { type DryCase, readDryCase } from './dry-case.ts';
import { dryConversation } from './dry-conversation.ts';
import { createDryJudge } from './dry-judge.ts';
import type { DryCheck, DryCheckpoint, DryStatus } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** The result of a case for a recorded answer. `why` is a sentence for a status that cannot be known. */
export type DryRun = { status: DryStatus; why?: string; checks: DryCheck[]; checkpoints: DryCheckpoint[] };

/**
 * Plays the assertions or the checkpoints of a case on a recorded answer with the engine's own checks. No agent, model
 * or script is asked: where only they could decide, the recorded verdict on the same question counts, else the outcome
 * is open.
 */
export async function dryRun(value: Json, answer: RecordedAnswer, signal: AbortSignal): Promise<DryRun> {
  const testCase = readDryCase(value);
  return 'checks' in testCase ? dryAnswer(testCase, answer, signal) : dryConversation(testCase, answer, signal);
}

async function dryAnswer(
  { input, expected, checks: sources }: Extract<DryCase, { kind: 'standard' }>,
  answer: RecordedAnswer,
  signal: AbortSignal,
): Promise<DryRun> {
  const [{ response, ...turn } = {}] = answer.turns;
  if (response === undefined) return unanswered(answer);
  const judge = createDryJudge(answer, signal);
  const subject = subjectOfAnswer(expected === undefined ? { input } : { input, expected }, { ...turn, response });
  const checks: DryCheck[] = [];
  for (const check of sources) checks.push(await judge(check, { subject, turn: 1 }));
  return { ...outcomeOf(checks), checks, checkpoints: [] };
}

/** An attempt that was stopped, or whose agent broke, ends as it did whatever is checked. */
function unanswered({ status }: RecordedAnswer): DryRun {
  const why = 'This attempt has no answer of the agent.';
  return { status: status ?? 'open', why, checks: [], checkpoints: [] };
}

function outcomeOf(checks: readonly DryCheck[]): Pick<DryRun, 'status' | 'why'> {
  const results = checks.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const status = statusOf(results);
  const open = checks.filter(({ result }) => result === undefined).length;
  if (status !== 'passed' || open === 0) return { status };
  return { status: 'open', why: open === 1 ? 'One check is open.' : `${open} checks are open.` };
}
