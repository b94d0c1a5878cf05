import { caseKey, formatUnreadableEvents } from '../../fold/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { formatCaseHealthCounts, formatCauseBlocks, formatMinute } from '../console/failure-lines.ts';
import type { StyleText } from '../console/style-text.ts';
import { countCases } from '../reported-cases.ts';
import { shortenRunId } from '../short-run-id.ts';
import type { ExplainedRun } from './explained-run.ts';

/** The failures of a run by cause. */
export function formatWhyLines(explained: ExplainedRun, paint: StyleText): string[] {
  const { state, causes, count, pasts } = explained;
  const { runId, startedAt = 0, options, suites, rows } = state;
  const title = `Run ${shortenRunId(runId)} of ${formatMinute(startedAt)}: ${options?.input ?? ''}`;
  const unreadable = formatUnreadableEvents(state.unreadable);
  const log = unreadable === undefined ? [] : [unreadable];
  if (count === 0)
    return [title, ...log, `Nothing failed: ${formatCountWithNoun(countCases(rows).passed, 'case')} passed.`];
  const look = { paint, caseHistories: pasts, severalSuites: suites.length > 1 };
  const counted = [
    formatCountWithNoun(count, 'failure'),
    formatCountWithNoun(causes.length, 'cause'),
    ...describeFailureCounts(explained),
  ];
  const lines = formatCauseBlocks(causes, look).flatMap((block) => ['', ...block]);
  return [title, ...log, counted.join(' · '), ...lines];
}

/** Describes the numbers of failed cases: `24 new`, `2 known`, `1 not the agent's fault`. */
function describeFailureCounts({ state, causes, pasts }: ExplainedRun): string[] {
  const failing = new Set(causes.flatMap(({ attempts }) => attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id))));
  const counts = formatCaseHealthCounts([...pasts].flatMap(([key, casePast]) => (failing.has(key) ? [casePast] : [])));
  const others = countExternalFaults(state.faults);
  return [...(counts === '' ? [] : [counts]), ...(others === 0 ? [] : [`${others} not the agent's fault`])];
}

function countExternalFaults(faults: ExplainedRun['state']['faults']): number {
  return Object.entries(faults).reduce((sum, [by, count]) => (by === 'agent' ? sum : sum + count), 0);
}
