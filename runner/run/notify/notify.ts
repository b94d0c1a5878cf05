import type { NotifyTarget } from '../../contract/index.ts';
import { countAttemptsOfRow, type RunState } from '../../fold/index.ts';
import { formatLocalTime } from '../../format/index.ts';
import type { Database } from '../../history/db/index.ts';
import {
  computeSeriesChangeAfterRun,
  findMostFrequentCause,
  readFailureGroups,
  type SeriesChange,
} from '../../history/index.ts';
import { countJudged, countNotPassed, listSeriesRemarks } from '../../verdict/index.ts';
import { type Notification, sendNotification } from './send-notification.ts';

/** The maximum number of failures that are read, because reading more would delay the end of a run. */
const MAX_FAILURES = 300;

type NotifyRequest = {
  targets: readonly NotifyTarget[];
  state: RunState;
  /** The history of the run; undefined if the run is not recorded in one. */
  history: Database | undefined;
  root: string;
  variables: Record<string, string | undefined>;
  redact: (text: string) => string;
  signal: AbortSignal;
};

/**
 * Notifies the targets in a config about suites that the run broke or repaired, or that became flaky. Returns lines
 * about notifications that were not sent, with the reason. Never throws.
 */
export async function notifyOfSuiteChanges(request: NotifyRequest): Promise<string[]> {
  const { targets, state, history } = request;
  if (targets.length === 0) return [];
  if (history === undefined) return ['nobody was notified: without a history it is not known whether a failure is new'];
  const lines: string[] = [];
  for (const { key } of state.suites) {
    const change = computeSeriesChangeAfterRun(history, state, key);
    if (change.kind === 'unknown') lines.push(`nobody was notified about ${key}: ${change.reason}`);
    if (change.kind !== 'changed') continue;
    const notification = createNotification(history, state, { key, change, redact: request.redact });
    const due = targets.filter(({ on }) => on === undefined || on.includes(change.event));
    const problems = await Promise.all(due.map((target) => sendNotification(target, notification, request)));
    lines.push(...problems.flatMap((problem) => (problem === undefined ? [] : [`not notified: ${problem}`])));
  }
  return lines;
}

type SuiteStatusChange = {
  key: string;
  change: Extract<SeriesChange, { kind: 'changed' }>;
  redact: NotifyRequest['redact'];
};

function createNotification(
  history: Database,
  state: RunState,
  { key, change, redact }: SuiteStatusChange,
): Notification {
  const { event, series, summary, changes } = change;
  const failures = countNotPassed(state.counts);
  const cause =
    failures > MAX_FAILURES
      ? undefined
      : findMostFrequentCause(readFailureGroups(history, state), { suiteKey: key, summary });
  const remarks = listSeriesRemarks(summary, { cause, changes }, formatLocalTime).map(({ words }) => words);
  const sentence = redact(`${remarks.join('; ')}.`);
  const attemptCounts = state.rows.filter(({ suiteKey }) => suiteKey === key).map(countAttemptsOfRow);
  const connector = series.connector === null ? '' : ` @ ${series.connector}`;
  return {
    event,
    text: redact(`${key} (${series.agentId}${connector}): ${eventTexts[event]}. ${sentence}`),
    suite: key,
    agent: series.agentId,
    connector: series.connector,
    runId: state.runId,
    sentence,
    passed: attemptCounts.reduce((sum, { passed }) => sum + passed, 0),
    judged: attemptCounts.reduce((sum, each) => sum + countJudged(each), 0),
  };
}

const eventTexts = { broken: 'broken', recovered: 'passing again', flaky: 'flaky' } as const;
