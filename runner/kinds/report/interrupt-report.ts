import type { Turn } from '../../contract/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';

/** Returns the interrupts of an agent for a report; undefined if there were none. */
export function buildInterruptReports(interrupts: Turn['interrupts']): JsonObject[] | undefined {
  return interrupts?.map(({ answeredBy, ...interrupt }) => withoutUndefined({ ...interrupt, answered_by: answeredBy }));
}
