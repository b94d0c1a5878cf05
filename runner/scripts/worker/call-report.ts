import type { UserCall } from '../user-call.ts';
import type { WorkerMessage } from './worker-protocol.ts';

/** A message about a running call that needs no answer. */
export type CallReport = Extract<WorkerMessage, { type: 'logged' | 'said' | 'asserted' }>;

export function forwardCallReport(call: UserCall | undefined, report: CallReport): void {
  if (report.type === 'logged') call?.log(report.source, report.text);
  else if (report.type === 'said') call?.said?.(report.text);
  else call?.asserted?.(report.assertion, report.stack);
}
