import { type CaseRow, countStatuses, hasEnded, type RunState } from '../../fold/index.ts';
import { decimalPercent, formatDuration } from '../../values/index.ts';
import {
  briefAgentOnlyWords,
  caseDecision,
  countCaseFaults,
  describeDecision,
  durationStatistics,
  passRate,
  type StabilityClass,
  stabilityClass,
} from '../../verdict/index.ts';
import { formatTable, inlineCode } from './markdown-text.ts';

const words: Readonly<Record<StabilityClass, string>> = {
  stable: 'stable',
  mostly_stable: 'mostly stable',
  unstable: 'unstable',
  highly_unstable: 'highly unstable',
};

/** Returns the passes of each case, the least stable first. */
export function stabilityTable(state: RunState): string {
  const lines = state.rows.map((row) => stabilityLine(state, row)).sort((left, right) => left.rate - right.rate);
  return `## Stability\n\n${formatTable(
    ['Case', 'Class', 'Passed', 'Pass rate', 'Average', 'Range'],
    lines.map(({ cells }) => cells),
  )}`;
}

const order = { bad: 0, inconclusive: 1, good: 2 } as const;

/** Returns the decision on each case, the bad ones first; nothing for a run with a fixed number of attempts. */
export function caseDecisionTable(rows: readonly CaseRow[]): string {
  const lines = rows.flatMap((row) => {
    const decision = caseDecision(row);
    return decision === undefined ? [] : [{ decision, cells: [inlineCode(row.id), describeDecision(row) ?? ''] }];
  });
  if (lines.length === 0) return '';
  const sorted = lines.toSorted((left, right) => order[left.decision] - order[right.decision]);
  return `## Decisions\n\n${formatTable(
    ['Case', 'Decision'],
    sorted.map(({ cells }) => cells),
  )}`;
}

type StabilityLine = { rate: number; cells: string[] };

function stabilityLine(state: RunState, row: CaseRow): StabilityLine {
  const counts = countStatuses(row.attempts.map(({ status }) => status).filter(hasEnded));
  const rate = passRate(counts);
  const judged = row.attempts.filter(({ status }) => status !== 'skipped');
  const durations = durationStatistics(judged.map(({ durationMs }) => durationMs ?? 0));
  const agentOnly = briefAgentOnlyWords(counts, countCaseFaults(state, row));
  if (rate === null || durations === null) return { rate: 2, cells: [inlineCode(row.id), 'skipped', '', '', '', ''] };
  return {
    rate,
    cells: [
      inlineCode(row.id),
      words[stabilityClass(rate)],
      `${counts.passed} of ${judged.length}`,
      agentOnly === undefined ? decimalPercent(rate) : `${decimalPercent(rate)}, ${agentOnly}`,
      formatDuration(durations.avg),
      `${formatDuration(durations.min)} – ${formatDuration(durations.max)}`,
    ],
  };
}
