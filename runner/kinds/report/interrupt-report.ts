import type { Turn } from '../../contract/index.ts';
import { defined, type JsonObject } from '../../values/index.ts';

/** The interrupts of an agent; undefined if there were none. */
export function interruptsReport(interrupts: Turn['interrupts']): JsonObject[] | undefined {
  return interrupts?.map(({ answeredBy, ...asked }) => defined({ ...asked, answered_by: answeredBy }));
}
