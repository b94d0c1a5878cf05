import type { Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';

/** The usage of one call over all of its tries, including aborted ones. */
export type CallUsage = {
  /** Starts a try. Returns a callback for the usage that the server reports so far. */
  beginTry(): (usage: Usage) => void;
  /** Records the usage of the successful last try. Returns the usage of the whole call. */
  recordAnswer(usage: Usage): Usage;
  /** Records that the call ended without an answer. */
  failed(): void;
};

type ReportUsage = (usage: Usage) => void;

/** On abort, reports the usage so far at once, because the caller that aborted does not wait for the call to end. */
export function trackCallUsage(tell: ReportUsage, signal: AbortSignal): CallUsage {
  let earlier: Usage | undefined;
  let current: Usage | undefined;
  let tries = 0;

  const sumUsage = (): Usage => {
    const sum = addUsage(earlier, current) ?? { inputTokens: 0, outputTokens: 0, calls: 1, retries: 0 };
    return { ...sum, calls: 1, retries: tries - 1 };
  };
  const reportUsageOnce = () => {
    signal.removeEventListener('abort', reportUsageOnce);
    if (tries > 0) tell(sumUsage());
    tries = 0;
  };
  signal.addEventListener('abort', reportUsageOnce, { once: true });

  return {
    beginTry() {
      earlier = addUsage(earlier, current);
      current = undefined;
      tries += 1;
      return (usage) => {
        current = usage;
      };
    },
    recordAnswer(usage) {
      current = usage;
      const total = sumUsage();
      reportUsageOnce();
      return total;
    },
    failed: reportUsageOnce,
  };
}
