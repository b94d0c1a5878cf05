import { findRetryAfterMs, isRetryable } from './model-error.ts';
import { waitMs } from './wait-ms.ts';

/**
 * The maximum number of retries, and the pause before the first retry in milliseconds; the pause doubles with every
 * further retry.
 */
export type RetryPolicy = { retries: number; pauseMs: number };

const defaultRetryPolicy: RetryPolicy = { retries: 3, pauseMs: 500 };

export type CallToRetry<Value> = {
  policy: RetryPolicy | undefined;
  attempt: () => Promise<Value>;
  /** Called before every pause with the error of the last try. */
  onRetry: (error: unknown) => void;
};

/** Retries after transient errors. The pause is the one that the server requested, otherwise it grows exponentially. */
export async function callWithRetries<Value>(call: CallToRetry<Value>, signal: AbortSignal): Promise<Value> {
  const policy = call.policy ?? defaultRetryPolicy;
  for (let retries = 0; ; retries += 1) {
    try {
      return await call.attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (retries >= policy.retries || !isRetryable(error)) throw error;
      call.onRetry(error);
      await waitMs(findRetryAfterMs(error) ?? computeExponentialPause(policy, retries, Math.random()), signal);
    }
  }
}

/**
 * Returns a random pause between half of the exponential pause and all of it, so that calls that failed at the same
 * time are not retried at the same time.
 */
export function computeExponentialPause(policy: RetryPolicy, retries: number, random: number): number {
  return policy.pauseMs * 2 ** retries * (0.5 + random / 2);
}
