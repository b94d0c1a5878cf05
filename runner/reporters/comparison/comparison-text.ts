import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun, formatDecimalPercent } from '../../values/index.ts';
import {
  type CaseChange,
  type CaseComparison,
  type ComparedCase,
  computeRateChange,
  describeRateChange,
  formatBothRates,
  type RunComparison,
} from '../../verdict/index.ts';
import { stripControlCharacters } from '../console/shorten-text.ts';

/** The kinds of change that are listed case by case, each with its heading; changes for the worse come first. */
export const reportedChanges: readonly { change: Exclude<CaseChange, 'same'>; heading: string }[] = [
  { change: 'newly_failing', heading: 'Newly failing' },
  { change: 'failed_this_time', heading: 'New failures' },
  { change: 'flaky', heading: 'Flaky' },
  { change: 'fixed', heading: 'Fixed' },
  { change: 'added', heading: 'Added' },
  { change: 'removed', heading: 'Removed' },
];

/** Returns the changes between two runs, for a terminal. */
export function formatComparisonText(comparison: RunComparison): string {
  const { before, after, cases, counts } = comparison;
  const lines = [
    `Before  ${formatRunLine(before)}`,
    `After   ${formatRunLine(after)}`,
    ...reportedChanges.flatMap(({ change, heading }) => {
      const changed = cases.filter((entry) => entry.change === change);
      if (changed.length === 0) return [];
      return ['', `${heading} (${changed.length})`, ...changed.map((entry) => `  ${formatCaseLine(entry)}`)];
    }),
    ...formatScoreLines(cases),
    '',
    `Same: ${counts.same}`,
    `Change: ${describeRateChange(computeRateChange(comparison))}`,
  ];
  return lines.map((line) => `${stripControlCharacters(line)}\n`).join('');
}

/** Lists the cases whose score changed but whose status stayed the same. The other lists do not contain them. */
function formatScoreLines(cases: readonly CaseComparison[]): string[] {
  const changed = cases.filter(({ change, before, after }) => change === 'same' && before?.score !== after?.score);
  return changed.length === 0
    ? []
    : ['', `Scores (${changed.length})`, ...changed.map((entry) => `  ${formatCaseLine(entry)}`)];
}

export function formatRunLine({ runId, cases, counts, faults, passRate, unreadable }: RunComparison['before']): string {
  const all = passRate === null ? 'nothing was judged' : `${formatDecimalPercent(passRate)} passed`;
  const log = unreadable === undefined ? '' : `, ${formatCountWithNoun(unreadable, 'event')} cannot be read`;
  return `${runId}  ${formatCountWithNoun(cases, 'case')}, ${formatBothRates(counts, faults) ?? all}${log}`;
}

/** Formats a status: `passed`, or for several attempts `failed (1/3)`; a dash if the run did not contain the case. */
export function formatStatusWithCounts(compared: ComparedCase | undefined): string {
  if (compared === undefined) return '-';
  if (compared.score !== undefined) return `${compared.status}, score ${compared.score.toFixed(3)}`;
  return compared.judged > 1 ? `${compared.status} (${compared.passed}/${compared.judged})` : compared.status;
}

function formatCaseLine({ id, name, edited, before, after }: CaseComparison): string {
  const title = name === undefined ? '' : ` ${formatAsSingleLine(name)}`;
  return `[${formatAsSingleLine(id)}]${title}: ${formatStatusWithCounts(before)} → ${formatStatusWithCounts(after)}${edited ? ', edited' : ''}`;
}
