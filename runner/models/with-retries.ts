import { isRetryable, retryAfterMs } from './model-error.ts';
import { wait } from './wait.ts';

/** The number of repetitions of a call, and the first pause; every further pause doubles. Milliseconds. */
export type RetryPolicy = { retries: number; pauseMs: number };

const defaultRetryPolicy: RetryPolicy = { retries: 3, pauseMs: 500 };

export type RetriedCall<Value> = {
  policy: RetryPolicy | undefined;
  attempt: () => Promise<Value>;
  /** Told before every pause what the last try failed with. */
  onRetry: (error: unknown) => void;
};

/** Repeats what failed for a passing reason, after the pause that the server asked for or a growing one. */
export async function withRetries<Value>(call: RetriedCall<Value>, signal: AbortSignal): Promise<Value> {
  const policy = call.policy ?? defaultRetryPolicy;
  for (let retries = 0; ; retries += 1) {
    try {
      return await call.attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (retries >= policy.retries || !isRetryable(error)) throw error;
      call.onRetry(error);
      await wait(retryAfterMs(error) ?? growingPause(policy, retries, Math.random()), signal);
    }
  }
}

/** Between half of the doubled pause and all of it, so that calls that failed together do not come back together. */
export function growingPause(policy: RetryPolicy, retries: number, random: number): number {
  return policy.pauseMs * 2 ** retries * (0.5 + random / 2);
}
