import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import type { Assertion } from '../../contract/index.ts';
import type { AgentReference } from '../../ports/index.ts';

/** Returns the agents that assertions ask for a verdict. */
export function listValidators(assertions: readonly Assertion[]): AgentReference[] {
  return assertions.flatMap((assertion) =>
    assertion.type === 'agent'
      ? [{ id: assertion.use ?? BUILT_IN_JUDGE, connector: assertion.options?.connector }]
      : [],
  );
}
