import type { AttemptState } from '@/runner/fold';

export type Fault = AttemptState['faults'][number];

/** A fault to show; `isDecisive` is true if it decided the attempt's result. */
export type VisibleFault = { fault: Fault; isDecisive: boolean };

/** Returns the faults to show; omits wrong answers and errors of the agent, which the checks already show. */
export function listVisibleFaults({ faults, result }: Pick<AttemptState, 'faults' | 'result'>): VisibleFault[] {
  return faults
    .filter(({ by, kind }) => by !== 'agent' || (kind !== 'wrong_answer' && kind !== 'agent_error'))
    .map((fault) => ({ fault, isDecisive: isSameFault(fault, result?.fault) }));
}

function isSameFault({ by, kind, evidence }: Fault, decisiveFault: Fault | undefined): boolean {
  return (
    decisiveFault !== undefined &&
    decisiveFault.by === by &&
    decisiveFault.kind === kind &&
    decisiveFault.evidence === evidence
  );
}
