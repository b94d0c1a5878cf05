import type { AttemptState } from '@/runner/fold';

export type Fault = AttemptState['faults'][number];

/** `decisive` is true if the fault decided the attempt's result. */
export type ShownFault = { fault: Fault; decisive: boolean };

/** Returns the faults to show; omits wrong answers and errors of the agent, which the checks already show. */
export function shownFaults({ faults, result }: Pick<AttemptState, 'faults' | 'result'>): ShownFault[] {
  return faults
    .filter(({ by, kind }) => by !== 'agent' || (kind !== 'wrong_answer' && kind !== 'agent_error'))
    .map((fault) => ({ fault, decisive: isSame(fault, result?.fault) }));
}

function isSame({ by, kind, evidence }: Fault, decisive: Fault | undefined): boolean {
  return decisive !== undefined && decisive.by === by && decisive.kind === kind && decisive.evidence === evidence;
}
