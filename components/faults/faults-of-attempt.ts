import type { AttemptState } from '@/runner/fold';

export type Fault = AttemptState['faults'][number];

/** `decisive`: it decided the attempt. */
export type ShownFault = { fault: Fault; decisive: boolean };

/** The faults to show: that the agent's answer was wrong is what its checks say already. */
export function shownFaults({ faults, result }: Pick<AttemptState, 'faults' | 'result'>): ShownFault[] {
  return faults
    .filter(({ by, kind }) => by !== 'agent' || (kind !== 'wrong_answer' && kind !== 'agent_error'))
    .map((fault) => ({ fault, decisive: isSame(fault, result?.fault) }));
}

function isSame({ by, kind, evidence }: Fault, decisive: Fault | undefined): boolean {
  return decisive !== undefined && decisive.by === by && decisive.kind === kind && decisive.evidence === evidence;
}
