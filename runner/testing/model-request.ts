import type { CaseInput } from '../contract/index.ts';
import { defaultEnvironment } from '../contract/index.ts';
import { toMessages } from '../fold/index.ts';
import type { ModelRequest } from '../models/language-model.ts';
import type { AgentContext, AgentFact, AgentRequest } from '../ports/index.ts';

export const testContext: AgentContext = {
  runId: 'run-1',
  suiteKey: 'tests/suite.jsonl',
  caseId: 'T001',
  attempt: 1,
  turn: 1,
  role: 'agent',
  environment: defaultEnvironment,
};

type FactOf<Type extends AgentFact['type']> = Extract<AgentFact, { type: Type }>;
type FactListeners = { [Type in AgentFact['type']]?: (fact: FactOf<Type>) => unknown };

/** Creates a context that passes each kind of reported fact to its own listener. */
export function listeningContext(listeners: FactListeners, context: AgentContext = testContext): AgentContext {
  const takeFact = <Type extends AgentFact['type']>(fact: FactOf<Type>): void => {
    const listener: ((fact: FactOf<Type>) => unknown) | undefined = listeners[fact.type as Type];
    listener?.(fact);
  };
  return { ...context, streams: true, recordsCalls: true, report: takeFact };
}

/** Creates a request to a language model with this conversation. */
export function modelRequest(input: CaseInput, fields: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: toMessages(input), context: testContext, ...fields };
}

/** Creates a request to an agent with this conversation. */
export function agentRequest(input: CaseInput, fields: Partial<AgentRequest> = {}): AgentRequest {
  return { messages: toMessages(input), context: testContext, options: {}, sessionId: 'session-1', ...fields };
}

/** Returns a signal that never aborts. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
