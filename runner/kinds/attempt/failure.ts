import { AgentError, type Outcome, Stopped } from '../../ports/index.ts';
import { errorText } from '../../values/index.ts';

export function inputError(error: unknown): Outcome {
  if (error instanceof Stopped) throw error;
  return { status: 'error', error: `input error: ${errorText(error)}`, endReason: 'input_error' };
}

/** Returns who could not answer: the agent itself, or the model that it called. */
export function partThatFailed(error: unknown): 'agent' | 'model' {
  return error instanceof AgentError && error.kind === 'model' ? 'model' : 'agent';
}
