import type { Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';

/** The usage of one model call over all of its tries, including aborted ones. */
export type CallUsage = {
  /** Starts a try. Returns a callback for the usage that the server reports so far. */
  beginTry(): (usage: Usage) => void;
  /** Records the usage of the last try, which succeeded. Returns the usage of the whole call. */
  recordAnswer(usage: Usage): Usage;
  /** Records that the call ended without an answer. */
  failed(): void;
};

type ReportUsage = (usage: Usage) => void;

/**
 * Tracks the usage of a call. On abort, reports the usage so far at once, because the caller that aborted does not wait
 * for the call to end.
 */
export function trackCallUsage(reportUsage: ReportUsage, signal: AbortSignal): CallUsage {
  let earlier: Usage | undefined;
  let currentUsage: Usage | undefined;
  let tryCount = 0;

  const sumUsage = (): Usage => {
    const sum = addUsage(earlier, currentUsage) ?? { inputTokens: 0, outputTokens: 0, calls: 1, retries: 0 };
    return { ...sum, calls: 1, retries: tryCount - 1 };
  };
  const reportUsageOnce = () => {
    signal.removeEventListener('abort', reportUsageOnce);
    if (tryCount > 0) reportUsage(sumUsage());
    tryCount = 0;
  };
  signal.addEventListener('abort', reportUsageOnce, { once: true });

  return {
    beginTry() {
      earlier = addUsage(earlier, currentUsage);
      currentUsage = undefined;
      tryCount += 1;
      return (usage) => {
        currentUsage = usage;
      };
    },
    recordAnswer(usage) {
      currentUsage = usage;
      const total = sumUsage();
      reportUsageOnce();
      return total;
    },
    failed: reportUsageOnce,
  };
}
