import type { CaseResult, RunEventBody } from '../contract/index.ts';
import type { DroppedDelivery, RemoteAttemptExecutor, RemoteAttemptRequest } from '../ports/index.ts';
import { caseResult } from './finished-run.ts';

/** The usage of the attempt of case A on another machine. */
export const otherUsage = { agent: { inputTokens: 1, outputTokens: 1, calls: 1, retries: 0, cost: 0.5 } };

/**
 * A worker that answers the attempt of case A immediately, and the other attempts when the test allows it, unless they
 * are withdrawn. `lateDeliveries` has events that arrive after all attempts have ended.
 */
export function createRemoteExecutor(
  first: Partial<CaseResult>,
  lateDeliveries: readonly DroppedDelivery[] = [],
): RemoteAttemptExecutor & { release: () => void; withdrawals: number } {
  const dropped: ((delivery: DroppedDelivery) => void)[] = [];
  const released = Promise.withResolvers<'released' | 'withdrawn'>();
  return {
    atOnce: 4,
    withdrawals: 0,
    async execute({ planned, attempt }: RemoteAttemptRequest): Promise<RunEventBody[] | undefined> {
      const { id } = planned.case;
      if (id !== 'A' && (await released.promise) === 'withdrawn') return undefined;
      const result = caseResult({ id, attempt, ...(id === 'A' ? { usage: otherUsage, ...first } : {}) });
      return [{ type: 'case.finished', suiteKey: planned.suiteKey, caseId: id, attempt, result }];
    },
    withdraw() {
      this.withdrawals += 1;
      released.resolve('withdrawn');
    },
    onDropped: (listener) => void dropped.push(listener),
    settle: async () => {
      for (const listener of dropped) for (const delivery of lateDeliveries) listener(delivery);
    },
    paths: () => [],
    release: () => released.resolve('released'),
  };
}
