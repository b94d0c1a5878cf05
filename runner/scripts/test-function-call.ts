import { assertionResultSchema, type Json } from '../contract/index.ts';
import type { TestCall, TestEnding } from '../engine/ports.ts';
import { userPlace } from './user-error.ts';
import type { UserCall } from './worker-lane.ts';

/** A test as a call of its function; its checks get the line of the user's file that makes them. */
export function testFunctionCall(call: TestCall, root: string): UserCall {
  return {
    name: call.functionName,
    payload: JSON.stringify(call.context),
    manner: 'test',
    log: call.onLog,
    ask: () => Promise.reject(new Error('a script has no model to ask')),
    asserted(assertion, stack) {
      const result = assertionResultSchema.parse(JSON.parse(assertion));
      const place = userPlace(stack, root);
      call.onAssertion(place === undefined ? result : { ...result, place });
    },
  };
}

export function testEnding(value: Json): TestEnding {
  const skipped = typeof value === 'object' && value !== null && !Array.isArray(value) && value.type === 'skipped';
  return skipped ? { type: 'skipped', reason: String(value.reason) } : { type: 'returned' };
}
