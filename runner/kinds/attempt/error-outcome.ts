import { AgentError, type Outcome, StoppedError } from '../../ports/index.ts';
import { toErrorMessage } from '../../values/index.ts';

export function createInputErrorOutcome(error: unknown): Outcome {
  if (error instanceof StoppedError) throw error;
  return { status: 'error', error: `input error: ${toErrorMessage(error)}`, endReason: 'input_error' };
}

/** Returns who failed to answer: the agent itself, or the model that it called. */
export function findFailedParty(error: unknown): 'agent' | 'model' {
  return error instanceof AgentError && error.kind === 'model' ? 'model' : 'agent';
}
