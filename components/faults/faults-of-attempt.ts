import type { AttemptState } from '@/runner/fold';

export type Fault = AttemptState['faults'][number];

/** A fault to show; `isDecisive` is true if it determined the result of the attempt. */
export type VisibleFault = { fault: Fault; isDecisive: boolean };

/**
 * Returns the faults to show. Leaves out wrong answers and errors of the agent, because the list of checks already
 * shows these.
 */
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
