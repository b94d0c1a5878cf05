import type { CaseResult, PlannedCase, RunEventBody, RunPlan, TestCase } from '../contract/index.ts';
import { isFailing } from '../fold/index.ts';
import type { EventLog } from './event-log.ts';
import type { RunDeps } from './run-deps.ts';

/**
 * The attempts of a case that were reused from the resumed run. `endedResults` contains their results if the case is
 * repeated until its result is clear.
 */
type ReusedCase = { attempts: Set<number>; endedResults: CaseResult[]; decision: CaseResult['decision'] };

export type ReusedCases = ReadonlyMap<TestCase, ReusedCase>;

type ReuseContext = { ports: RunDeps; log: EventLog };

/**
 * Reuses all complete attempts of the resumed run at once, without waiting for anything. So this run contains
 * everything that the earlier run had even if it is killed early.
 */
export function reuseResumedAttempts(plan: RunPlan, context: ReuseContext): ReusedCases {
  const reusedCases = new Map<TestCase, ReusedCase>();
  if (context.ports.earlier === undefined) return reusedCases;
  const reuseCase = plan.options.autoRuns === undefined ? reuseAllAttempts : reuseAttemptsUntilDecided;
  for (const planned of plan.cases) {
    if (planned.skipReason !== undefined) continue;
    const reusedCase = reuseCase(plan, planned, context);
    if (reusedCase.attempts.size > 0) reusedCases.set(planned.case, reusedCase);
  }
  return reusedCases;
}

function reuseAllAttempts({ options }: RunPlan, planned: PlannedCase, { ports, log }: ReuseContext): ReusedCase {
  const attempts = new Set<number>();
  for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
    const eventBodies = ports.earlier?.find(planned, attempt);
    if (eventBodies === undefined) continue;
    logReusedAttempt({ log, eventBodies, decide: () => undefined, setAside: undefined });
    attempts.add(attempt);
  }
  return { attempts, endedResults: [], decision: undefined };
}

function reuseAttemptsUntilDecided(
  { options }: RunPlan,
  planned: PlannedCase,
  { ports, log }: ReuseContext,
): ReusedCase {
  const { autoRuns } = options;
  const reusedCase: ReusedCase = { attempts: new Set(), endedResults: [], decision: undefined };
  if (autoRuns === undefined) return reusedCase;
  const decide = (result: CaseResult) => ports.judge.decide([...reusedCase.endedResults, result], autoRuns);
  for (let attempt = 1; attempt <= autoRuns.max && reusedCase.decision === undefined; attempt += 1) {
    const eventBodies = ports.earlier?.find(planned, attempt);
    if (eventBodies === undefined) break;
    const result = logReusedAttempt({ log, eventBodies, decide, setAside: attempt > 1 ? 'repeat' : undefined });
    reusedCase.attempts.add(attempt);
    if (result === undefined) continue;
    reusedCase.endedResults.push(result);
    reusedCase.decision = result.decision;
  }
  if (reusedCase.decision !== undefined)
    log.append(createCaseDecidedEvent(planned, reusedCase.endedResults, reusedCase.decision));
  return reusedCase;
}

type ReusedAttempt = {
  log: EventLog;
  eventBodies: readonly RunEventBody[];
  decide: (result: CaseResult) => CaseResult['decision'];
  setAside: CaseResult['setAside'];
};

/**
 * Logs an attempt of the resumed run. Then decides again whether the case needs more attempts, because this run may have
 * other options.
 */
function logReusedAttempt({ log, eventBodies, decide, setAside }: ReusedAttempt): CaseResult | undefined {
  let reusedResult: CaseResult | undefined;
  for (const body of eventBodies) {
    if (body.type !== 'case.finished') {
      log.append(body);
      continue;
    }
    const { decision: _, setAside: earlierSetAside, ...resultFields } = body.result;
    const result: CaseResult = {
      ...resultFields,
      setAside: earlierSetAside === 'repeat' ? setAside : (earlierSetAside ?? setAside),
    };
    const decision = decide(result);
    reusedResult = decision === undefined ? result : { ...result, decision };
    log.append({ ...body, result: reusedResult });
  }
  return reusedResult;
}

export function createCaseDecidedEvent(
  planned: PlannedCase,
  endedResults: readonly CaseResult[],
  decision: NonNullable<CaseResult['decision']>,
): Extract<RunEventBody, { type: 'case.decided' }> {
  const passed = endedResults.filter(({ status }) => !isFailing(status)).length;
  return {
    type: 'case.decided',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt: endedResults.length,
    decision,
    passed,
  };
}
