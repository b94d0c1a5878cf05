import type { CaseResult, Fault } from '../../contract/index.ts';
import { isFaultHint } from '../../fold/index.ts';

const partyNames: Readonly<Record<Fault['by'], string>> = {
  agent: 'the agent',
  simulator: 'the simulator',
  judge: 'the judge',
  infra: 'the infrastructure',
  case: 'the case',
  user_code: 'user code',
};

/** Describes a fault: `the simulator: stop token in turn 2`. */
function describeFault({ by, kind, turn }: Pick<Fault, 'by' | 'kind' | 'turn'>): string {
  return `${partyNames[by]}: ${kind.replaceAll('_', ' ')}${turn === undefined ? '' : ` in turn ${turn}`}`;
}

/** Returns the lines about who was at fault, if it was not the agent, and about hints. All outputs use them. */
export function listFaultLines(result: Pick<CaseResult, 'fault' | 'faults' | 'turns'>): string[] {
  const { fault, faults = [] } = result;
  return [
    ...(fault === undefined || fault.by === 'agent' ? [] : [`fault of ${describeFault(fault)}`]),
    ...(isLikelyAgentFault(result) ? ['fault of the agent, unless the user withheld needed information'] : []),
    ...faults.filter(isFaultHint).map((hint) => `hint: perhaps ${describeFault(hint)} (${hint.evidence})`),
  ];
}

/**
 * True if it is only likely that the agent is at fault: in a conversation with a simulated user, the user may have
 * withheld something.
 */
function isLikelyAgentFault({ fault, turns = [] }: Pick<CaseResult, 'fault' | 'turns'>): boolean {
  return (
    fault?.kind === 'wrong_answer' &&
    fault.confidence === 'likely' &&
    turns.some(({ origin }) => origin === 'simulator')
  );
}
