import type { CaseResult, Fault } from '../../contract/index.ts';

const blamed: Readonly<Record<Fault['by'], string>> = {
  agent: 'the agent',
  simulator: 'the simulator',
  judge: 'the judge',
  infra: 'the infrastructure',
  case: 'the case',
  user_code: 'user code',
};

/** `the simulator: stop token in turn 2` */
function faultWords({ by, kind, turn }: Pick<Fault, 'by' | 'kind' | 'turn'>): string {
  return `${blamed[by]}: ${kind.replaceAll('_', ' ')}${turn === undefined ? '' : ` in turn ${turn}`}`;
}

/** Whose fault an attempt was, if not the agent's, and the hints, a line each: every output says the same. */
export function faultLines({ fault, faults = [] }: Pick<CaseResult, 'fault' | 'faults'>): string[] {
  const hints = faults.filter(({ confidence }) => confidence === 'likely');
  return [
    ...(fault === undefined || fault.by === 'agent' ? [] : [`fault of ${faultWords(fault)}`]),
    ...hints.map((hint) => `hint: perhaps ${faultWords(hint)} (${hint.evidence})`),
  ];
}
