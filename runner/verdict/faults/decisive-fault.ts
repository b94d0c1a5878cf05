import type { CaseResult, EndReason, Fault } from '../../contract/index.ts';
import { isFailing } from '../../fold/index.ts';

type Ending = Pick<Fault, 'by' | 'kind' | 'rule'>;

/** Whose fault an ending is where nothing more exact was found on the way. */
const endings: Partial<Record<EndReason, Ending>> = {
  agent_error: { by: 'agent', kind: 'agent_error', rule: 'the agent broke off' },
  unmocked_call: { by: 'case', kind: 'unmocked_call', rule: 'the case does not mock a call' },
  simulator_error: { by: 'simulator', kind: 'simulator_broken', rule: 'the simulator gave no usable answer' },
  input_error: { by: 'case', kind: 'input_error', rule: 'the input of the case cannot be used' },
  hook_error: { by: 'user_code', kind: 'hook_error', rule: 'a hook failed' },
  judge_error: { by: 'judge', kind: 'undecided', rule: 'a judge gave no verdict' },
  script_error: { by: 'user_code', kind: 'script_error', rule: 'a script failed' },
  scorer_error: { by: 'user_code', kind: 'scorer_error', rule: 'a scorer gave no score' },
  timeout: { by: 'agent', kind: 'timeout', rule: 'the attempt took too long' },
};

const brokenRule: Ending = { by: 'agent', kind: 'wrong_answer', rule: 'the agent broke a rule of the case' };
const plainFailure: Ending = {
  by: 'agent',
  kind: 'wrong_answer',
  rule: 'the attempt failed and nobody else is certainly at fault',
};

/** All faults of an attempt that has ended, and the one that decided it where it went wrong. */
export function combineFaults(result: CaseResult, allFaults: readonly Fault[]): Pick<CaseResult, 'fault' | 'faults'> {
  const decisive = decisiveFault(result, allFaults);
  const fault = decisive && inOrder(decisive);
  const others = allFaults.filter((each) => each !== decisive && !isSame(each, fault)).map(inOrder);
  const faults = fault === undefined ? others : [...others, fault];
  return { ...(faults.length === 0 ? {} : { faults }), ...(fault === undefined ? {} : { fault }) };
}

/** Its fields in the order in which the history has them: a report is the same, written live or from there. */
function inOrder({ by, kind, turn, severity, rule, evidence, confidence }: Fault): Fault {
  return { by, kind, ...(turn === undefined ? {} : { turn }), severity, rule, evidence, confidence };
}

/**
 * The first that applies: what ended the attempt; a broken rule about what the agent did; the earliest certain fault of
 * others that hindered; else the agent's answer. Hints never decide.
 */
function decisiveFault(result: CaseResult, allFaults: readonly Fault[]): Fault | undefined {
  if (!isFailing(result.status)) return undefined;
  const certain = allFaults.filter(({ confidence }) => confidence === 'certain');
  if (result.status !== 'failed') return whatEnded(result, certain);
  const lastTurn = turnOfFailure(result) ?? Number.POSITIVE_INFINITY;
  const hindered = certain.find(
    ({ by, severity, turn = 1 }) => by !== 'agent' && severity === 'critical_hindered' && turn <= lastTurn,
  );
  if (hindered !== undefined && !breaksOwnRule(result)) return hindered;
  const failure = { evidence: result.error, turn: turnOfFailure(result) };
  if (didWhatItMustNot(result)) return critical(brokenRule, failure);
  // It is the agent's, unless the user withheld what it needed: nobody can be certain.
  return { ...critical(plainFailure, failure), confidence: 'likely' };
}

/** What a user says or leaves out makes nobody do what must never be done. */
function didWhatItMustNot({ endReason, checkpoints = [] }: CaseResult): boolean {
  return (
    endReason === 'never' ||
    endReason === 'out_of_order' ||
    checkpoints.some(({ required, invariant }) => required && invariant === 'broken')
  );
}

/** Returns true if a hint decides a failed attempt once a person has confirmed it. */
export function decidesIfConfirmed(result: CaseResult, { by, severity }: Fault): boolean {
  return (
    result.status === 'failed' &&
    result.fault?.kind === 'wrong_answer' &&
    by !== 'agent' &&
    severity === 'critical_hindered' &&
    !breaksOwnRule(result)
  );
}

/** It ended with the last fault that hindered; judges are asked when the rest is over, and the first of them decides. */
function whatEnded(result: CaseResult, certain: readonly Fault[]): Fault {
  const { status, endReason, error } = result;
  const isOver = status === 'timeout';
  const last = certain.findLast(({ kind }) => (kind === 'timeout') === isOver);
  if (endReason === undefined || endReason === 'judge_error' || endReason === 'scorer_error') {
    const first = certain.find(({ by }) => by !== 'agent' && by !== 'simulator');
    if (first !== undefined) return { ...first, severity: 'critical_hindered' };
  } else if (last !== undefined && endReason !== 'unmocked_call') return { ...last, severity: 'critical_hindered' };
  const ending = endReason === undefined ? endingOfChecks(result) : endings[endReason];
  return critical(ending ?? plainFailure, { evidence: error });
}

/** A check that could not be made, where no part of the machinery broke: what decides it is at fault. */
function endingOfChecks({ assertions }: CaseResult): Ending {
  const broken = assertions.find(({ status }) => status === 'error')?.type;
  switch (broken) {
    case 'agent':
    case undefined:
      return { by: 'judge', kind: 'undecided', rule: 'a judge gave no verdict' };
    case 'script':
    case 'throw':
      return { by: 'user_code', kind: 'script_error', rule: 'a script gave no verdict' };
    default:
      return { by: 'case', kind: 'configuration', rule: `the check "${broken}" could not be made` };
  }
}

/** What the agent did, or must never do, decides whatever others did wrong. */
function breaksOwnRule({ assertions, checkpoints = [], endReason }: CaseResult): boolean {
  if (endReason === 'never' || endReason === 'out_of_order') return true;
  if (checkpoints.some(({ invariant }) => invariant === 'broken')) return true;
  return assertions.some(({ type, status }) => status === 'failed' && (type === 'tools' || type === 'limits'));
}

function turnOfFailure({ assertions, checkpoints = [] }: CaseResult): number | undefined {
  const turns = [
    ...assertions.flatMap(({ status, turn }) => (status === 'failed' && turn !== undefined ? [turn] : [])),
    ...checkpoints.flatMap(({ brokenAtTurn }) => brokenAtTurn ?? []),
  ];
  return turns.length === 0 ? undefined : Math.min(...turns);
}

function critical(
  ending: Ending,
  { evidence = '', turn }: { evidence?: string | undefined; turn?: number | undefined },
): Fault {
  return {
    ...ending,
    ...(turn === undefined ? {} : { turn }),
    severity: 'critical_hindered',
    evidence,
    confidence: 'certain',
  };
}

function isSame(left: Fault, right: Fault | undefined): boolean {
  return right !== undefined && left.by === right.by && left.kind === right.kind && left.evidence === right.evidence;
}
