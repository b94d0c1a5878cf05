import type { Assertion, Checkpoint } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';

/** A call of a planted conversation; the agent reports it with this result or error. */
export type StoryCall = { tool: string; arguments: Record<string, Json>; result?: Json; error?: string };

/** What the user says, in several wordings; what the agent calls and says. */
export type Step = { user: readonly string[]; calls?: readonly StoryCall[]; agent: readonly string[] };

/** A conversation of an agent that works, and the rules that it meets. */
export type Story = {
  goal: string;
  checkpoints: readonly Checkpoint[];
  assertions?: readonly Assertion[];
  steps: readonly Step[];
};

export function requiredCheckpoint(id: string, after: string[], ...assert: Assertion[]): Checkpoint {
  return { id, after, required: true, assert };
}

export function callsTool(name: string, args?: Record<string, Json>): Assertion {
  return args === undefined ? { type: 'tool_called', name } : { type: 'tool_called', name, arguments: args };
}

export function saysText(value: string): Assertion {
  return { type: 'contains', value };
}
