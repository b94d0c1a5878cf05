import type { ConsistencyCase } from '../../contract/index.ts';
import { type AttemptContext, StoppedError, startDeadline } from '../../ports/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { findFailedParty } from '../attempt/error-outcome.ts';
import { countSequentialCalls } from './count-sequential-calls.ts';

export type SeparateCallResult<Value> = { ok: true; value: Value } | { ok: false; error: string };

type SeparateCall<Value> = {
  testCase: ConsistencyCase;
  /** The session name for this call within the attempt. */
  session: string;
  make: (context: AttemptContext) => Promise<Value>;
};

/**
 * Makes one of the calls of a consistency case with a deadline of its own, so that a failure or timeout affects only
 * this call. Throws `StoppedError` if the attempt itself is stopped.
 */
export async function callInOwnSession<Value>(
  context: AttemptContext,
  call: SeparateCall<Value>,
): Promise<SeparateCallResult<Value>> {
  const timeoutMs = context.planned.timeoutMs / countSequentialCalls(call.testCase);
  const deadline = startDeadline(context.ports.clock, timeoutMs, context.deadline.signal);
  const ownContext = context.createNestedContext({ deadline, session: call.session });
  try {
    return { ok: true, value: await call.make(ownContext) };
  } catch (error) {
    const cause = context.deadline.stopped();
    if (cause !== undefined) throw new StoppedError(cause);
    if (!(error instanceof StoppedError))
      return { ok: false, error: `${findFailedParty(error)} error: ${toErrorMessage(error)}` };
    const { text, fault } = await ownContext.timeout();
    ownContext.report({ type: 'fault', fault });
    return { ok: false, error: text };
  } finally {
    deadline.dispose();
  }
}
