import type { AnnouncedCase, PlannedCase, RunPlan } from '../contract/index.ts';
import { formatContentText, type RunConclusionInput, type RunState, stopSignals, toMessages } from '../fold/index.ts';
import { type ConfiguredAnswerPath, mergeAnswerPaths, type RunKind } from '../ports/index.ts';
import { withoutUndefined } from '../values/index.ts';
import { createEventLog } from './event-log.ts';
import { executeAttempts } from './execute-attempts.ts';
import { finishRun } from './finish-run.ts';
import { createNonDiscriminatingCheckFinder } from './non-discriminating-checks.ts';
import { reuseResumedAttempts } from './reuse-resumed-attempts.ts';
import { findExclusionReason } from './run-attempt.ts';
import type { RunDeps } from './run-deps.ts';
import { collectResults, setUpRun, tearDownRun } from './run-hooks.ts';

/** The maximum number of cases in one event. */
export const MAX_CASES_PER_ANNOUNCEMENT = 1000;

/**
 * Executes a plan and returns the state of the run. Never throws because of agents, scripts or observers. If `signal`
 * aborts, running attempts are aborted, all others are skipped, and the run ends as cancelled; the reason of the abort
 * may be the name of a signal.
 */
export async function executeRun(plan: RunPlan, ports: RunDeps, signal: AbortSignal): Promise<RunState> {
  const announceWithKind = (planned: PlannedCase): AnnouncedCase =>
    announceCase(planned, ports.kinds[planned.case.kind]);
  const results = plan.options.after === undefined ? undefined : collectResults(plan.cases);
  const indistinctChecks = createNonDiscriminatingCheckFinder(plan.cases, ports.kinds);
  const observers = [...(results === undefined ? [] : [results]), indistinctChecks, ...ports.observers];
  const log = createEventLog({ runId: plan.runId, ...ports, observers });
  log.append({
    type: 'run.started',
    suites: plan.suites,
    total: plan.cases.length,
    available: plan.available,
    cases: plan.cases.slice(0, MAX_CASES_PER_ANNOUNCEMENT).map(announceWithKind),
    options: plan.options,
    environment: plan.environment,
    toolVersion: plan.toolVersion,
    gitCommit: plan.gitCommit,
    warnings: plan.warnings,
  });
  for (let begin = MAX_CASES_PER_ANNOUNCEMENT; begin < plan.cases.length; begin += MAX_CASES_PER_ANNOUNCEMENT) {
    log.append({
      type: 'cases.announced',
      cases: plan.cases.slice(begin, begin + MAX_CASES_PER_ANNOUNCEMENT).map(announceWithKind),
    });
  }
  const reusedCases = reuseResumedAttempts(plan, { ports, log });
  const setup = await setUpRun(plan, { ports, log }, signal);
  await executeAttempts(plan, { ports, log, setup, reusedCases }, signal);
  if (setup.ok)
    await tearDownRun(plan, { ports, log }, { results: results?.resultsInPlanOrder() ?? [], data: setup.data });
  const conclusionInput = {
    cancelled: signal.aborted ? { by: findStopSignal(signal) } : undefined,
    setupError: setup.ok ? undefined : setup.error,
    answerPaths: listAnswerPaths(plan, ports),
  };
  const indistinct = indistinctChecks.describeIndistinctChecks();
  finishRun(log, { total: plan.cases.length, judge: ports.judge, conclusionInput, indistinct, now: ports.clock.now() });
  return log.state();
}

function findStopSignal(signal: AbortSignal): NonNullable<RunConclusionInput['cancelled']>['by'] {
  return stopSignals.find((name) => name === signal.reason);
}

const PREVIEW_LENGTH = 120;

function announceCase(planned: PlannedCase, kind: RunKind): AnnouncedCase {
  const { suiteKey, case: testCase } = planned;
  const { id, kind: name, hash, line, tags } = testCase;
  const preview = previewText(testCase.input);
  const optionalFields = {
    name: testCase.name,
    tags,
    setAside: findExclusionReason(testCase),
    position: planned.position,
    ...kind.announcedFields?.(testCase),
  };
  return {
    suiteKey,
    id,
    kind: name,
    hash,
    line,
    preview: preview === '' ? undefined : preview,
    ...withoutUndefined(optionalFields),
  };
}

function previewText(input: PlannedCase['case']['input']): string {
  const lastMessage = toMessages(input).at(-1);
  if (lastMessage === undefined) return '';
  const text = formatContentText(lastMessage.content);
  // Uses the case's own string instead of a copy, which saves memory, if it contains no white space to replace.
  return (/[^\S ]|\s\s/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim().slice(0, PREVIEW_LENGTH);
}

/**
 * Returns the configured paths to parts of answers with what they found in the run, on this machine and on workers, and
 * whether rules of the cases need these parts.
 */
function listAnswerPaths(
  { cases }: RunPlan,
  { agents, remoteExecutor, kinds }: Pick<RunDeps, 'agents' | 'remoteExecutor' | 'kinds'>,
): ConfiguredAnswerPath[] {
  const paths = mergeAnswerPaths([...(agents.paths?.() ?? []), ...(remoteExecutor?.paths() ?? [])]);
  if (paths.length === 0) return [];
  const judgedParts = new Set<string>();
  for (const { skipReason, agentId, case: testCase } of cases) {
    if (skipReason !== undefined) continue;
    const kind: RunKind = kinds[testCase.kind];
    for (const part of kind.listJudgedParts?.(testCase) ?? []) judgedParts.add(JSON.stringify([agentId, part]));
  }
  return paths.map((path) => ({ ...path, isJudged: judgedParts.has(JSON.stringify([path.agentId, path.part])) }));
}
