import { isRetryable, retryAfterMs } from './model-error.ts';
import { wait } from './wait.ts';

/** How often a call is repeated, and how long the first pause is; every further pause doubles. Milliseconds. */
export type RetryPolicy = { retries: number; pauseMs: number };

const defaultRetryPolicy: RetryPolicy = { retries: 3, pauseMs: 500 };

/** Repeats what failed for a passing reason, after the pause that the server asked for or a growing one. */
export async function withRetries<Value>(
  call: { policy: RetryPolicy | undefined; attempt: () => Promise<Value> },
  signal: AbortSignal,
): Promise<{ value: Value; retries: number }> {
  const policy = call.policy ?? defaultRetryPolicy;
  for (let retries = 0; ; retries += 1) {
    try {
      return { value: await call.attempt(), retries };
    } catch (error) {
      signal.throwIfAborted();
      if (retries >= policy.retries || !isRetryable(error)) throw error;
      await wait(retryAfterMs(error) ?? policy.pauseMs * 2 ** retries, signal);
    }
  }
}
