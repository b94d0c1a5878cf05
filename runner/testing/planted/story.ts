import type { Assertion, Checkpoint } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';

/** A tool call in a planted conversation, with its result or error. */
export type StoryCall = { tool: string; arguments: Record<string, Json>; result?: Json; error?: string };

/** The user's message in several wordings, and the agent's calls and answer. */
export type StoryStep = { user: readonly string[]; calls?: readonly StoryCall[]; agent: readonly string[] };

/** The conversation of a correct agent, and the rules that this conversation satisfies. */
export type Story = {
  goal: string;
  checkpoints: readonly Checkpoint[];
  assertions?: readonly Assertion[];
  steps: readonly StoryStep[];
};

export function createRequiredCheckpoint(id: string, after: string[], ...assert: Assertion[]): Checkpoint {
  return { id, after, required: true, assert };
}

export function createToolCalledAssertion(name: string, args?: Record<string, Json>): Assertion {
  return args === undefined ? { type: 'tool_called', name } : { type: 'tool_called', name, arguments: args };
}

export function createContainsAssertion(value: string): Assertion {
  return { type: 'contains', value };
}
