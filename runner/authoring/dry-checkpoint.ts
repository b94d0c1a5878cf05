import { jsonEquals } from '../assertions/json-equals.ts';
import type { Subject } from '../assertions/subject.ts';
import { type AssertionResult, asJson, type Json } from '../contract/index.ts';
import { type DryAssertion, type DryCheckpointSource, readDryCase } from './dry-case.ts';
import type { DryJudge } from './dry-judge.ts';
import type { DryCheck } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** The checks of a checkpoint at one turn. `fails`: a run has recorded that not all of them held, if not which. */
export type CheckedTurn = { checks: DryCheck[]; fails: boolean };

export type CheckpointJudge = (
  source: DryCheckpointSource,
  place: { subject: Subject; turn: number },
) => Promise<CheckedTurn>;

/** Judges checkpoints turn by turn, each once however often it is asked. */
export function createCheckpointJudge(answer: RecordedAnswer, judge: DryJudge): CheckpointJudge {
  const askedWith = answer.askedWith === undefined ? undefined : readDryCase(answer.askedWith);
  const recorded = askedWith?.kind === 'dynamic' ? askedWith.checkpoints : [];
  const known = new Map<string, Promise<CheckedTurn>>();
  return (source, place) => {
    const key = `${source.index} ${place.turn}`;
    const found = known.get(key) ?? judgeAll(source, place);
    known.set(key, found);
    return found;
  };

  async function judgeAll(source: DryCheckpointSource, place: { subject: Subject; turn: number }) {
    const checks: DryCheck[] = [];
    for (const check of source.checks) checks.push(await judge(check, { ...place, checkpoint: source.id }));
    const open = checks.filter(({ result }) => result === undefined);
    const isOpen = open.length > 0 && checks.every(({ result }) => result === undefined || result.status === 'passed');
    const fails = isOpen && hasFailed(source, place.turn);
    return { checks: checks.map((check) => (fails && open.length === 1 ? asFailed(check) : check)), fails };
  }

  function hasFailed(source: DryCheckpointSource, turn: number): boolean {
    const same = recorded.find(({ id }) => id === source.id);
    if (same === undefined || !jsonEquals(conditionsOf(same), conditionsOf(source))) return false;
    return (
      answer.tries.findLast((entry) => entry.checkpoint === source.id && entry.turn === turn)?.state === 'failed_try'
    );
  }
}

/** All that decides whether a checkpoint holds. */
function conditionsOf({ checks }: DryCheckpointSource): Json {
  return checks.map(({ assertion }: DryAssertion) => {
    const { message: _, ...condition } = assertion ?? {};
    return asJson(condition);
  });
}

/** All others held, so it was this one. */
function asFailed(check: DryCheck): DryCheck {
  if (check.result !== undefined) return check;
  const result: AssertionResult = { type: check.type, status: 'failed', message: 'it did not hold in the run' };
  return { ...check, status: 'failed', recorded: true, result };
}
