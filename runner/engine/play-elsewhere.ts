import type { CaseResult } from '../contract/index.ts';
import type { AttemptOrder, AttemptsElsewhere } from '../ports/index.ts';
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
