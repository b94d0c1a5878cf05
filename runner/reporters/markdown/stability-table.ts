import { type CaseRow, countStatuses, hasEnded, type RunState } from '../../fold/index.ts';
import { formatDecimalPercent, formatDuration } from '../../values/index.ts';
import {
  classifyStabilityRate,
  computeDurationStatistics,
  computePassRate,
  countCaseFaults,
  describeDecision,
  findCaseDecision,
  formatBriefAgentOnlyRate,
  type StabilityClass,
} from '../../verdict/index.ts';
import { formatInlineCode, formatTable } from './markdown-text.ts';

const stabilityLabels: Readonly<Record<StabilityClass, string>> = {
  stable: 'stable',
  mostly_stable: 'mostly stable',
  unstable: 'unstable',
  highly_unstable: 'highly unstable',
};

/** Returns the passes of each case, the least stable first. */
export function formatStabilityTable(state: RunState): string {
  const lines = state.rows
    .map((row) => buildStabilityTableRow(state, row))
    .sort((left, right) => left.rate - right.rate);
  return `## Stability\n\n${formatTable(
    ['Case', 'Class', 'Passed', 'Pass rate', 'Average', 'Range'],
    lines.map(({ cells }) => cells),
  )}`;
}

const decisionRank = { bad: 0, inconclusive: 1, good: 2 } as const;

/** Returns the decision on each case, the bad ones first; nothing for a run with a fixed number of attempts. */
export function formatCaseDecisionTable(rows: readonly CaseRow[]): string {
  const lines = rows.flatMap((row) => {
    const decision = findCaseDecision(row);
    return decision === undefined ? [] : [{ decision, cells: [formatInlineCode(row.id), describeDecision(row) ?? ''] }];
  });
  if (lines.length === 0) return '';
  const sorted = lines.toSorted((left, right) => decisionRank[left.decision] - decisionRank[right.decision]);
  return `## Decisions\n\n${formatTable(
    ['Case', 'Decision'],
    sorted.map(({ cells }) => cells),
  )}`;
}

type StabilityTableRow = { rate: number; cells: string[] };

function buildStabilityTableRow(state: RunState, row: CaseRow): StabilityTableRow {
  const counts = countStatuses(row.attempts.map(({ status }) => status).filter(hasEnded));
  const rate = computePassRate(counts);
  const judged = row.attempts.filter(({ status }) => status !== 'skipped');
  const durations = computeDurationStatistics(judged.map(({ durationMs }) => durationMs ?? 0));
  const agentOnly = formatBriefAgentOnlyRate(counts, countCaseFaults(state, row));
  if (rate === null || durations === null)
    return { rate: 2, cells: [formatInlineCode(row.id), 'skipped', '', '', '', ''] };
  return {
    rate,
    cells: [
      formatInlineCode(row.id),
      stabilityLabels[classifyStabilityRate(rate)],
      `${counts.passed} of ${judged.length}`,
      agentOnly === undefined ? formatDecimalPercent(rate) : `${formatDecimalPercent(rate)}, ${agentOnly}`,
      formatDuration(durations.avg),
      `${formatDuration(durations.min)} – ${formatDuration(durations.max)}`,
    ],
  };
}
