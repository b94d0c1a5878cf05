import type { Assertion } from '../../contract/index.ts';
import type { AgentReference } from '../../ports/index.ts';

/** The agents that assertions ask for a verdict. */
export function validatorsIn(assertions: readonly Assertion[]): AgentReference[] {
  return assertions.flatMap((assertion) =>
    assertion.type === 'agent' ? [referenceTo(assertion.use, assertion.options?.connector)] : [],
  );
}

export function referenceTo(id: string, connector: string | undefined): AgentReference {
  return connector === undefined ? { id } : { id, connector };
}
