import type { Turn } from '../../contract/index.ts';
import { defined, type JsonObject } from '../../values/index.ts';

/** What an agent stopped for; nothing where it did not. */
export function interruptsReport(interrupts: Turn['interrupts']): JsonObject[] | undefined {
  return interrupts?.map(({ answeredBy, ...asked }) => defined({ ...asked, answered_by: answeredBy }));
}
