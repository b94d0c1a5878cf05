import type { CaseOutage } from '../../fold/index.ts';
import type { SeriesEvent } from './case-health-run.ts';

/** Describes an outage for the cases that it affected; empty if the event is not an outage. */
export function toOutageField(event: SeriesEvent | undefined): { event?: CaseOutage } {
  const [from, to] = [event?.runs[0], event?.runs.at(-1)];
  if (event?.kind !== 'outage' || from === undefined || to === undefined) return {};
  const { reason, over, cases } = event;
  return { event: { ...(reason && { reason }), from, to, ...(over && { over }), cases: cases.size } };
}
