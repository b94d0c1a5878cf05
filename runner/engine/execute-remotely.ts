import type { CaseResult, UsageByRole } from '../contract/index.ts';
import { addUsageByRole } from '../fold/index.ts';
import type { DroppedDelivery, RemoteAttemptExecutor, RemoteAttemptRequest } from '../ports/index.ts';
import type { EventLog } from './event-log.ts';

type RemoteAttempt = RemoteAttemptRequest & {
  log: EventLog;
  decide: (result: CaseResult) => CaseResult['decision'] | undefined;
};

/**
 * Has an attempt executed elsewhere and logs it in one piece, so that a lost worker leaves no partial events. Returns
 * undefined if the attempt was withdrawn.
 */
export async function executeRemotely(
  executor: RemoteAttemptExecutor,
  { log, decide, ...request }: RemoteAttempt,
  signal: AbortSignal,
): Promise<CaseResult | undefined> {
  const eventBodies = await executor.execute(request, signal);
  if (eventBodies === undefined) return undefined;
  let result: CaseResult | undefined;
  for (const body of eventBodies) {
    if (body.type !== 'case.finished') {
      log.append(body);
      continue;
    }
    // Only this process has the results of all attempts of the case, so the decision is made here.
    const decision = decide(body.result);
    result = decision === undefined ? body.result : { ...body.result, decision };
    log.append({ ...body, result });
  }
  return result;
}

/** Logs the usage of a discarded attempt in all its tries. */
export function logDroppedDelivery(log: EventLog, { worker, events }: DroppedDelivery): void {
  const lastEvent = events.at(-1);
  // An attempt without an end has no known usage.
  if (lastEvent?.type !== 'case.finished') return;
  const { suiteKey, caseId, attempt } = lastEvent;
  let usage: UsageByRole = {};
  for (const event of events) {
    if (event.type === 'case.finished' || event.type === 'case.repeated') {
      usage = addUsageByRole(usage, event.result.usage);
    }
  }
  const isUsageKnown = Object.keys(usage).length > 0;
  log.append({ type: 'delivery.dropped', suiteKey, caseId, attempt, worker, usage: isUsageKnown ? usage : undefined });
}
