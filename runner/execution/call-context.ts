import { type Deadline, Stopped, startDeadline } from '../engine/deadline.ts';
import { type AttemptContext, createAttemptContext } from './attempt-context.ts';
import { brokenPart, textOf } from './standard.ts';

export type Called<Value> = { ok: true; value: Value } | { ok: false; error: string };

/**
 * Makes one call of many in an attempt. It has the whole time limit for itself, and when it breaks or is late, only it
 * does. Throws `Stopped` when the attempt itself is stopped.
 */
export async function callOnItsOwn<Value>(
  context: AttemptContext,
  sessionId: string,
  call: (context: AttemptContext) => Promise<Value>,
): Promise<Called<Value>> {
  const deadline = startDeadline(context.ports.clock, context.planned.timeoutMs, context.deadline.signal);
  const own = contextOfCall(context, { deadline, sessionId });
  try {
    return { ok: true, value: await call(own) };
  } catch (error) {
    const cause = context.deadline.stopped();
    if (cause !== undefined) throw new Stopped(cause);
    if (!(error instanceof Stopped)) return { ok: false, error: `${brokenPart(error)} error: ${textOf(error)}` };
    await own.hangKnown();
    return { ok: false, error: own.timeoutText() };
  } finally {
    deadline.dispose();
  }
}

/** What calls hold up is told apart; what they spend and warn of is the attempt's. */
function contextOfCall(
  context: AttemptContext,
  { deadline, sessionId }: { deadline: Deadline; sessionId: string },
): AttemptContext {
  const { spend, warn } = context;
  return { ...createAttemptContext({ ...context, deadline }), spend, warn, sessionId };
}
