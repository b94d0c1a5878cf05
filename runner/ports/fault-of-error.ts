import type { Fault } from '../contract/index.ts';
import { findServiceError, toErrorMessage } from '../values/index.ts';
import { AgentError } from './agent.ts';

type ErrorRole = 'agent' | 'simulator' | 'judge' | 'scorer' | 'script';

const faultByRole: Readonly<Record<ErrorRole, Pick<Fault, 'by' | 'kind' | 'rule'>>> = {
  agent: { by: 'agent', kind: 'agent_error', rule: "the agent's own code failed" },
  simulator: { by: 'simulator', kind: 'simulator_broken', rule: "the simulator's own code failed" },
  judge: { by: 'judge', kind: 'undecided', rule: "the judge's own code failed" },
  scorer: { by: 'user_code', kind: 'scorer_error', rule: 'the scorer threw an error' },
  script: { by: 'user_code', kind: 'script_error', rule: 'the script threw an error' },
};

/**
 * Returns the fault for an error: the called service is to blame if the status or errno says so, otherwise the caller.
 */
export function createFaultOfError(
  error: unknown,
  { role, turn }: { role: ErrorRole; turn?: number | undefined },
): Fault {
  return {
    ...determinePartyToBlame(error, role),
    ...(turn === undefined ? {} : { turn }),
    severity: role === 'agent' || role === 'simulator' ? 'critical_hindered' : 'minor',
    evidence: toErrorMessage(error),
    confidence: 'certain',
  };
}

function determinePartyToBlame(error: unknown, role: ErrorRole): Pick<Fault, 'by' | 'kind' | 'rule'> {
  const service = findServiceError(error);
  if (service?.failure === 'auth') return { by: 'case', kind: 'auth', rule: `the ${role} was refused by its service` };
  if (service?.failure === 'address') {
    return { by: 'case', kind: 'configuration', rule: `the address of the ${role} is not valid` };
  }
  if (service !== undefined) return { by: 'infra', kind: service.failure, rule: `the service of the ${role} failed` };
  if (error instanceof AgentError && error.kind === 'configuration') {
    return { by: 'case', kind: 'configuration', rule: `the ${role} is not configured correctly` };
  }
  return faultByRole[role];
}
