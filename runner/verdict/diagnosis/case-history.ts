import type { AgentParts } from '../../contract/index.ts';
import type { CaseHealth, RunReference } from '../../fold/index.ts';
import { hasPassedThroughout } from '../case-health/case-health-run.ts';
import { describeOutageSpan, describeRepeatedBreak, describeSteadiness } from '../case-health/case-health-words.ts';
import { findChangedAgentParts } from '../changed-parts.ts';
import { describeChangedParts } from '../rate-change-words.ts';
import type { TrialCounts } from '../statistics/fisher-exact.ts';

/** The setup of a run, as far as it was recorded. */
type RecordedRunSetup = {
  runId: string;
  startedAt: number;
  agents: readonly { agentId: string; parts?: AgentParts | undefined }[];
  gitCommit: string | null;
  toolVersion: string;
};

/** The result of a case in a complete run of its series. */
export type CaseResultInRun = TrialCounts & { run: RecordedRunSetup; hash: string; isGood: boolean };

/** The earlier results of a case that fails now. Times are milliseconds since 1970, UTC. */
export type FailingCaseHistory = {
  standing: CaseHealth;
  /** True if the case is worse by more than chance. */
  isNewlyFailing: boolean;
  lastPassed?: RunReference;
  /** The first run after the last passing run; undefined if that is the current run. */
  firstBad?: RunReference;
  /** The changes between the last passing run and the first failing run; undefined if unknown. */
  changes?: string[];
  /** The number of complete earlier runs that were examined. */
  runs: number;
};

type FailingCaseState = { standing: CaseHealth; isNewlyFailing: boolean };

/**
 * Describes the results of a failing case in earlier complete runs of its series, newest first; undefined if none of
 * them contains the case. If the case was edited, its earlier results are still listed, but runs with the old content
 * do not affect its state.
 */
export function summarizeCaseHistory(
  now: CaseResultInRun,
  earlier: readonly CaseResultInRun[],
  { standing, isNewlyFailing }: FailingCaseState,
): FailingCaseHistory | undefined {
  const judgedRuns = earlier.filter((run) => run.judged > 0);
  if (judgedRuns.length === 0) return undefined;
  const passed = judgedRuns.findIndex(hasPassedThroughout);
  const past = { standing, isNewlyFailing, runs: judgedRuns.length };
  const lastPassed = judgedRuns[passed];
  if (lastPassed === undefined) return past;
  const mark = toRunReference(lastPassed);
  if (standing.state === 'flaky') return { ...past, lastPassed: mark };
  const firstBad =
    judgedRuns.slice(0, passed).find(({ run }) => run.runId === standing.since?.runId) ?? judgedRuns[passed - 1];
  return {
    ...past,
    lastPassed: mark,
    firstBad: firstBad && toRunReference(firstBad),
    changes: listChangesBetween(lastPassed, firstBad ?? now),
  };
}

function toRunReference({ run: { runId, startedAt } }: CaseResultInRun): RunReference {
  return { runId, startedAt };
}

function listChangesBetween(before: CaseResultInRun, after: CaseResultInRun): string[] | undefined {
  const [passingRun, failingRun] = [before.run, after.run];
  const parts = findChangedAgentParts(passingRun.agents, failingRun.agents);
  const isOtherCommit =
    passingRun.gitCommit !== null && failingRun.gitCommit !== null && passingRun.gitCommit !== failingRun.gitCommit;
  const changes = [
    ...(parts.length === 0 ? [] : [describeChangedParts(parts)]),
    ...(before.hash === after.hash ? [] : ['case edited']),
    ...(isOtherCommit ? [`commit ${passingRun.gitCommit?.slice(0, 7)} → ${failingRun.gitCommit?.slice(0, 7)}`] : []),
    ...(passingRun.toolVersion === failingRun.toolVersion
      ? []
      : [`Turntree ${passingRun.toolVersion} → ${failingRun.toolVersion}`]),
  ];
  return changes.length > 0 || haveBothRunsAgentParts(passingRun, failingRun) ? changes : undefined;
}

/** True if both runs recorded the prompts, models and tools of their agents. Only then is it known whether they changed. */
function haveBothRunsAgentParts(passingRun: RecordedRunSetup, failingRun: RecordedRunSetup): boolean {
  return failingRun.agents.some(({ agentId, parts }) => {
    const before = passingRun.agents.find((agent) => agent.agentId === agentId)?.parts;
    return Object.keys(parts ?? {}).length > 0 && Object.keys(before ?? {}).length > 0;
  });
}

/** A statement about a case's earlier results; `runId` is the run that the statement mentions. */
export type CaseHistoryRemark = { words: string; runId?: string };

/** Describes a case's earlier results in short remarks such as `New` or `last passed …`. `when` formats a time. */
export function describeCaseHistory(casePast: FailingCaseHistory, when: (ms: number) => string): CaseHistoryRemark[] {
  const { lastPassed, changes, runs } = casePast;
  const remarks: CaseHistoryRemark[] = [
    ...describeCaseHealth(casePast, when),
    ...(lastPassed === undefined
      ? [
          {
            words:
              runs === 1 ? 'also failed in the complete run before' : `also failed in all ${runs} complete runs before`,
          },
        ]
      : [{ words: `last passed ${when(lastPassed.startedAt)}`, runId: lastPassed.runId }]),
    ...(changes === undefined
      ? []
      : [{ words: changes.length === 0 ? 'no recorded change in between' : changes.join(', ') }]),
  ];
  return remarks.map((remark, index) => (index === 0 ? { ...remark, words: capitalizeFirst(remark.words) } : remark));
}

function describeCaseHealth(
  { standing, isNewlyFailing, lastPassed, firstBad }: FailingCaseHistory,
  when: (ms: number) => string,
): CaseHistoryRemark[] {
  const { state, event, again } = standing;
  const since = firstBad ?? standing.since;
  if (event !== undefined) return [{ words: describeOutageSpan(event, when), runId: event.from.runId }];
  const isBroken = state === 'broken' && lastPassed !== undefined && since !== undefined;
  return [
    ...(isNewlyFailing ? [{ words: 'newly failing' }] : []),
    ...(state === 'new' && !isNewlyFailing ? [{ words: 'new' }] : []),
    ...(state === 'flaky' ? [{ words: describeSteadiness(standing) }] : []),
    ...(isBroken ? [{ words: `broken since ${when(since.startedAt)}`, runId: since.runId }] : []),
    ...(again === undefined ? [] : [{ words: describeRepeatedBreak(again.startedAt, when), runId: again.runId }]),
  ];
}

function capitalizeFirst(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
