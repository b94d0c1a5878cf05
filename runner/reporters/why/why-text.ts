import { caseKey, unreadableText } from '../../fold/index.ts';
import { plural } from '../../values/index.ts';
import { caseHealthCountsText, causeBlocks, formatMinute } from '../console/failure-lines.ts';
import type { StyleText } from '../console/style-text.ts';
import { countCases } from '../reported-cases.ts';
import { shortRunId } from '../short-run-id.ts';
import type { ExplainedRun } from './explained-run.ts';

/** The failures of a run by cause. */
export function whyLines(explained: ExplainedRun, paint: StyleText): string[] {
  const { state, causes, count, pasts } = explained;
  const { runId, startedAt = 0, options, suites, rows } = state;
  const title = `Run ${shortRunId(runId)} of ${formatMinute(startedAt)}: ${options?.input ?? ''}`;
  const unreadable = unreadableText(state.unreadable);
  const log = unreadable === undefined ? [] : [unreadable];
  if (count === 0) return [title, ...log, `Nothing failed: ${plural(countCases(rows).passed, 'case')} passed.`];
  const look = { paint, pasts, severalSuites: suites.length > 1 };
  const counted = [plural(count, 'failure'), plural(causes.length, 'cause'), ...describeCounts(explained)];
  const lines = causeBlocks(causes, look).flatMap((block) => ['', ...block]);
  return [title, ...log, counted.join(' · '), ...lines];
}

/** Counts cases: `24 new`, `2 known`, `1 not the agent's fault`. */
function describeCounts({ state, causes, pasts }: ExplainedRun): string[] {
  const failing = new Set(causes.flatMap(({ attempts }) => attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id))));
  const counts = caseHealthCountsText([...pasts].flatMap(([key, casePast]) => (failing.has(key) ? [casePast] : [])));
  const others = describeExternalFaults(state.faults);
  return [...(counts === '' ? [] : [counts]), ...(others === 0 ? [] : [`${others} not the agent's fault`])];
}

function describeExternalFaults(faults: ExplainedRun['state']['faults']): number {
  return Object.entries(faults).reduce((sum, [by, count]) => (by === 'agent' ? sum : sum + count), 0);
}
