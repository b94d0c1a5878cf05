import type { CaseResult, UsageByRole } from '../contract/index.ts';
import { addUsageByRole } from '../fold/index.ts';
import type { DroppedDelivery, RemoteAttemptExecutor, RemoteAttemptRequest } from '../ports/index.ts';
import type { EventLog } from './event-log.ts';

type RemoteAttempt = RemoteAttemptRequest & {
  log: EventLog;
  decide: (result: CaseResult) => CaseResult['decision'] | undefined;
};

/**
 * Lets a remote worker execute an attempt. Logs all its events together at the end, so that a worker that fails leaves
 * no incomplete events. Returns undefined if the attempt was withdrawn.
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
    // Only this process can decide whether the result of the case is clear, because only it has the results of all
    // attempts.
    const decision = decide(body.result);
    result = decision === undefined ? body.result : { ...body.result, decision };
    log.append({ ...body, result });
  }
  return result;
}

/** Logs the usage of a dropped duplicate of an attempt, including its retries. */
export function logDroppedDelivery(log: EventLog, { worker, events }: DroppedDelivery): void {
  const lastEvent = events.at(-1);
  // If the attempt was not finished, its usage is unknown.
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
