import type { CaseResult, Fault, RunEventBody } from '../contract/index.ts';
import type { RemoteAttemptRequest } from '../ports/index.ts';
import { findExclusionOfResult, selectCaseFieldsForResult } from './run-attempt.ts';
import type { RunDeps } from './run-deps.ts';

type BrokenAttemptDetails = { error: string; fault: Fault; ports: Pick<RunDeps, 'kinds' | 'judge' | 'clock'> };

/** Returns the events of an attempt that could not be run. It ends with an error that names the party at fault. */
export function createBrokenAttemptEvents(
  { planned, attempt, setAside }: RemoteAttemptRequest,
  { error, fault, ports }: BrokenAttemptDetails,
): RunEventBody[] {
  const attemptAddress = { suiteKey: planned.suiteKey, caseId: planned.case.id, attempt };
  const result: CaseResult = {
    ...selectCaseFieldsForResult(planned.case, ports.kinds),
    setAside: findExclusionOfResult(planned.case, 'error') ?? setAside,
    attempt,
    status: 'error',
    error,
    startedAt: ports.clock.now(),
    durationMs: 0,
    assertions: [],
    toolCalls: [],
  };
  Object.assign(result, ports.judge.faultsOf(result, [fault]));
  return [
    { type: 'case.started', ...attemptAddress },
    { type: 'fault.found', ...attemptAddress, fault },
    { type: 'case.finished', ...attemptAddress, result },
  ];
}
