import type { JsonObject } from '@/runner/values';

/** A new standard case. Every template can run as it is, and refers to no names that may be missing. */
export const standardTemplate: JsonObject = { id: 'case-1', input: 'Hello' };

/** A new conversation with the built-in simulator, which needs no agent. */
export const dynamicTemplate: JsonObject = {
  id: 'conversation-1',
  until: 'done',
  simulator: { goal: 'get help' },
  assert: { type: 'limits', turns: 10 },
};
