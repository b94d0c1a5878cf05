import type { CaseResult, PlannedCase, RunEventBody, RunPlan, TestCase } from '../contract/index.ts';
import { isFailing } from '../fold/index.ts';
import type { EventLog } from './event-log.ts';
import type { RunDeps } from './run-deps.ts';

/**
 * The attempts that a case reuses from the resumed run. `ended` has their results if the case is repeated until it is
 * decided.
 */
type ReusedCase = { attempts: Set<number>; ended: CaseResult[]; decision: CaseResult['decision'] };

export type ReusedCases = ReadonlyMap<TestCase, ReusedCase>;

type ReuseContext = { ports: RunDeps; log: EventLog };

/**
 * Reuses all complete attempts of the resumed run at once, before anything is awaited. Even if this run is killed
 * early, it then contains everything that the earlier run had.
 */
export function reuseResumedAttempts(plan: RunPlan, reuse: ReuseContext): ReusedCases {
  const takenCases = new Map<TestCase, ReusedCase>();
  if (reuse.ports.earlier === undefined) return takenCases;
  const takeCase = plan.options.autoRuns === undefined ? reuseAllAttempts : reuseAttemptsUntilDecided;
  for (const planned of plan.cases) {
    if (planned.skipReason !== undefined) continue;
    const own = takeCase(plan, planned, reuse);
    if (own.attempts.size > 0) takenCases.set(planned.case, own);
  }
  return takenCases;
}

function reuseAllAttempts({ options }: RunPlan, planned: PlannedCase, { ports, log }: ReuseContext): ReusedCase {
  const attempts = new Set<number>();
  for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
    const bodies = ports.earlier?.find(planned, attempt);
    if (bodies === undefined) continue;
    logReusedAttempt({ log, bodies, decide: () => undefined, setAside: undefined });
    attempts.add(attempt);
  }
  return { attempts, ended: [], decision: undefined };
}

function reuseAttemptsUntilDecided(
  { options }: RunPlan,
  planned: PlannedCase,
  { ports, log }: ReuseContext,
): ReusedCase {
  const { autoRuns } = options;
  const own: ReusedCase = { attempts: new Set(), ended: [], decision: undefined };
  if (autoRuns === undefined) return own;
  const decide = (result: CaseResult) => ports.judge.decide([...own.ended, result], autoRuns);
  for (let attempt = 1; attempt <= autoRuns.max && own.decision === undefined; attempt += 1) {
    const bodies = ports.earlier?.find(planned, attempt);
    if (bodies === undefined) break;
    const result = logReusedAttempt({ log, bodies, decide, setAside: attempt > 1 ? 'repeat' : undefined });
    own.attempts.add(attempt);
    if (result === undefined) continue;
    own.ended.push(result);
    own.decision = result.decision;
  }
  if (own.decision !== undefined) log.append(createCaseDecidedEvent(planned, own.ended, own.decision));
  return own;
}

type ReusedAttempt = {
  log: EventLog;
  bodies: readonly RunEventBody[];
  decide: (result: CaseResult) => CaseResult['decision'];
  setAside: CaseResult['setAside'];
};

/**
 * Logs an attempt of the resumed run. The case is decided again, because the decision depends on the options of this
 * run.
 */
function logReusedAttempt({ log, bodies, decide, setAside }: ReusedAttempt): CaseResult | undefined {
  let takenResult: CaseResult | undefined;
  for (const body of bodies) {
    if (body.type !== 'case.finished') {
      log.append(body);
      continue;
    }
    const { decision: _, setAside: was, ...rest } = body.result;
    const result: CaseResult = { ...rest, setAside: was === 'repeat' ? setAside : (was ?? setAside) };
    const decision = decide(result);
    takenResult = decision === undefined ? result : { ...result, decision };
    log.append({ ...body, result: takenResult });
  }
  return takenResult;
}

export function createCaseDecidedEvent(
  planned: PlannedCase,
  ended: readonly CaseResult[],
  decision: NonNullable<CaseResult['decision']>,
): Extract<RunEventBody, { type: 'case.decided' }> {
  const passed = ended.filter(({ status }) => !isFailing(status)).length;
  return {
    type: 'case.decided',
    suiteKey: planned.suiteKey,
    caseId: planned.case.id,
    attempt: ended.length,
    decision,
    passed,
  };
}
