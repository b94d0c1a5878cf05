import type { CaseResult, UsageByRole } from '../contract/index.ts';
import { addUsageByRole } from '../fold/index.ts';
import type { AttemptOrder, AttemptsElsewhere, DroppedDelivery } from '../ports/index.ts';
import type { EventLog } from './event-log.ts';

type Playing = AttemptOrder & {
  log: EventLog;
  decide: (result: CaseResult) => CaseResult['decision'] | undefined;
};

/**
 * Has an attempt executed by others, and enters all of it in the log at once, so that what a lost worker had begun never
 * stands there. Answers nothing when the attempt was withdrawn.
 */
export async function playElsewhere(
  elsewhere: AttemptsElsewhere,
  { log, decide, ...order }: Playing,
  signal: AbortSignal,
): Promise<CaseResult | undefined> {
  const bodies = await elsewhere.execute(order, signal);
  if (bodies === undefined) return undefined;
  let result: CaseResult | undefined;
  for (const body of bodies) {
    if (body.type !== 'case.finished') {
      log.append(body);
      continue;
    }
    // What its attempts have shown together only this run knows.
    const decision = decide(body.result);
    result = decision === undefined ? body.result : { ...body.result, decision };
    log.append({ ...body, result });
  }
  return result;
}

/** Enters what an attempt has spent, in all its tries, that counts for nothing. */
export function logDropped(log: EventLog, { worker, events }: DroppedDelivery): void {
  const end = events.at(-1);
  // Of half an attempt nothing is known.
  if (end?.type !== 'case.finished') return;
  const { suiteKey, caseId, attempt } = end;
  let usage: UsageByRole = {};
  for (const event of events) {
    if (event.type === 'case.finished' || event.type === 'case.repeated') {
      usage = addUsageByRole(usage, event.result.usage);
    }
  }
  const isKnown = Object.keys(usage).length > 0;
  log.append({ type: 'delivery.dropped', suiteKey, caseId, attempt, worker, usage: isKnown ? usage : undefined });
}
