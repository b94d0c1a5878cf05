import type { JsonObject } from '@/runner/values';

/** A new standard case. Like every template, it is a case that runs as it is, without names that may not exist. */
export const standardTemplate: JsonObject = { id: 'case-1', input: 'Hello' };

/** A new conversation with the built-in user, which needs no agent. */
export const dynamicTemplate: JsonObject = {
  id: 'conversation-1',
  until: 'done',
  simulator: { goal: 'get help' },
  assert: { type: 'limits', turns: 10 },
};
