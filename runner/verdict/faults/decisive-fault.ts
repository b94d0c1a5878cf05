import type { CaseResult, EndReason, Fault } from '../../contract/index.ts';
import { isFailing } from '../../fold/index.ts';

type FaultTemplate = Pick<Fault, 'by' | 'kind' | 'rule'>;

/** The fault that follows from how the attempt ended; used if the attempt reported no more specific fault. */
const faultsByEndReason: Partial<Record<EndReason, FaultTemplate>> = {
  agent_error: { by: 'agent', kind: 'agent_error', rule: 'the agent ended with an error' },
  unmocked_call: { by: 'case', kind: 'unmocked_call', rule: 'the case does not mock a call' },
  simulator_error: { by: 'simulator', kind: 'simulator_broken', rule: 'the simulator gave no usable answer' },
  input_error: { by: 'case', kind: 'input_error', rule: 'the input of the case cannot be used' },
  hook_error: { by: 'user_code', kind: 'hook_error', rule: 'a hook failed' },
  judge_error: { by: 'judge', kind: 'undecided', rule: 'a judge gave no verdict' },
  script_error: { by: 'user_code', kind: 'script_error', rule: 'a script failed' },
  scorer_error: { by: 'user_code', kind: 'scorer_error', rule: 'a scorer gave no score' },
  timeout: { by: 'agent', kind: 'timeout', rule: 'the attempt took too long' },
};

const brokenRuleFault: FaultTemplate = {
  by: 'agent',
  kind: 'wrong_answer',
  rule: 'the agent broke a rule of the case',
};
const unattributedFault: FaultTemplate = {
  by: 'agent',
  kind: 'wrong_answer',
  rule: 'the attempt failed, and no other party is certainly at fault',
};

/** Returns all faults of an ended attempt and, if it failed, the decisive one. */
export function combineFaults(result: CaseResult, allFaults: readonly Fault[]): Pick<CaseResult, 'fault' | 'faults'> {
  const decisiveFault = findDecisiveFault(result, allFaults);
  const fault = decisiveFault && toSortableFault(decisiveFault);
  const others = allFaults.filter((each) => each !== decisiveFault && !isSameFault(each, fault)).map(toSortableFault);
  const faults = fault === undefined ? others : [...others, fault];
  return { ...(faults.length === 0 ? {} : { faults }), ...(fault === undefined ? {} : { fault }) };
}

/**
 * Sorts faults by their fields. The history uses the same order, so reports are identical, whether they are written
 * during the run or from the history.
 */
function toSortableFault({ by, kind, turn, severity, rule, evidence, confidence }: Fault): Fault {
  return { by, kind, ...(turn === undefined ? {} : { turn }), severity, rule, evidence, confidence };
}

/**
 * Determines the decisive fault. It is the first of these that exists: the fault that ended the attempt; a broken rule
 * about the agent's own actions; the earliest certain fault of another party that hindered the agent; the agent's
 * answer. Hints are never decisive.
 */
function findDecisiveFault(result: CaseResult, allFaults: readonly Fault[]): Fault | undefined {
  if (!isFailing(result.status)) return undefined;
  const certainFaults = allFaults.filter(({ confidence }) => confidence === 'certain');
  if (result.status !== 'failed') return findEndingFault(result, certainFaults);
  const lastTurn = findTurnOfFailure(result) ?? Number.POSITIVE_INFINITY;
  const hindered = certainFaults.find(
    ({ by, severity, turn = 1 }) => by !== 'agent' && severity === 'critical_hindered' && turn <= lastTurn,
  );
  if (hindered !== undefined && !hasBrokenAgentActionRule(result)) return hindered;
  const failure = { evidence: result.error, turn: findTurnOfFailure(result) };
  if (hasBrokenNeverRule(result)) return toCriticalFault(brokenRuleFault, failure);
  // The agent is at fault only with the confidence `likely`, because the simulated user may have withheld something
  // that the agent needed.
  return { ...toCriticalFault(unattributedFault, failure), confidence: 'likely' };
}

/**
 * True if the agent did something forbidden. Nothing that a user says or leaves out can justify this, so the agent is
 * certainly at fault.
 */
function hasBrokenNeverRule({ endReason, checkpoints = [] }: CaseResult): boolean {
  return (
    endReason === 'never' ||
    endReason === 'out_of_order' ||
    checkpoints.some(({ required, invariant }) => required && invariant === 'broken')
  );
}

/** Returns true if this hint would become the decisive fault of a failed attempt when a person confirms it. */
export function isDecisiveIfConfirmed(result: CaseResult, { by, severity }: Fault): boolean {
  return (
    result.status === 'failed' &&
    result.fault?.kind === 'wrong_answer' &&
    by !== 'agent' &&
    severity === 'critical_hindered' &&
    !hasBrokenAgentActionRule(result)
  );
}

/**
 * Returns the fault that ended the attempt: usually the last one that hindered the agent. If the attempt was judged to
 * its end, it is the first fault of a judge or other service.
 */
function findEndingFault(result: CaseResult, certainFaults: readonly Fault[]): Fault {
  const { status, endReason, error } = result;
  const isOver = status === 'timeout';
  const last = certainFaults.findLast(({ kind }) => (kind === 'timeout') === isOver);
  if (endReason === undefined || endReason === 'judge_error' || endReason === 'scorer_error') {
    const first = certainFaults.find(({ by }) => by !== 'agent' && by !== 'simulator');
    if (first !== undefined) return { ...first, severity: 'critical_hindered' };
  } else if (last !== undefined && endReason !== 'unmocked_call') return { ...last, severity: 'critical_hindered' };
  const faultTemplate = endReason === undefined ? findCheckErrorFault(result) : faultsByEndReason[endReason];
  return toCriticalFault(faultTemplate ?? unattributedFault, { evidence: error });
}

/**
 * Returns who is at fault if a check could not be evaluated although the infrastructure worked: the party that
 * evaluates the check.
 */
function findCheckErrorFault({ assertions }: CaseResult): FaultTemplate {
  const broken = assertions.find(({ status }) => status === 'error')?.type;
  switch (broken) {
    case 'agent':
    case undefined:
      return { by: 'judge', kind: 'undecided', rule: 'a judge gave no verdict' };
    case 'script':
    case 'throw':
      return { by: 'user_code', kind: 'script_error', rule: 'a script gave no verdict' };
    default:
      return { by: 'case', kind: 'configuration', rule: `the check "${broken}" could not be run` };
  }
}

/** True if the agent did something wrong or forbidden. This outweighs the faults of other parties. */
function hasBrokenAgentActionRule({ assertions, checkpoints = [], endReason }: CaseResult): boolean {
  if (endReason === 'never' || endReason === 'out_of_order') return true;
  if (checkpoints.some(({ invariant }) => invariant === 'broken')) return true;
  return assertions.some(({ type, status }) => status === 'failed' && (type === 'tools' || type === 'limits'));
}

function findTurnOfFailure({ assertions, checkpoints = [] }: CaseResult): number | undefined {
  const turns = [
    ...assertions.flatMap(({ status, turn }) => (status === 'failed' && turn !== undefined ? [turn] : [])),
    ...checkpoints.flatMap(({ brokenAtTurn }) => brokenAtTurn ?? []),
  ];
  return turns.length === 0 ? undefined : Math.min(...turns);
}

function toCriticalFault(
  faultTemplate: FaultTemplate,
  { evidence = '', turn }: { evidence?: string | undefined; turn?: number | undefined },
): Fault {
  return {
    ...faultTemplate,
    ...(turn === undefined ? {} : { turn }),
    severity: 'critical_hindered',
    evidence,
    confidence: 'certain',
  };
}

function isSameFault(left: Fault, right: Fault | undefined): boolean {
  return right !== undefined && left.by === right.by && left.kind === right.kind && left.evidence === right.evidence;
}
