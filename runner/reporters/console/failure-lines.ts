import { caseKey, formatStateChange, isJudgedByScores } from '../../fold/index.ts';
import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import {
  describeCaseHistory,
  type FailedAttemptId,
  type FailingCaseHistories,
  type FailingCaseHistory,
  type FailureCause,
  formatCauseHeadline,
  getCaseHealthName,
  listDiagnosisDetails,
} from '../../verdict/index.ts';
import { formatScoreAsLine } from '../measures.ts';
import { shortenText } from './shorten-text.ts';
import { colourStatus, type StyleText } from './style-text.ts';
import { formatSectionHeading } from './summary-lines.ts';

const MAX_SHOWN_CAUSES = 50;
const MAX_NAMED_CASES = 10;
const MAX_LINE_LENGTH = 400;
const MAX_LISTED_SCORES = 10;

type FailureLinesOptions = {
  total: number;
  paint: StyleText;
  caseHistories: FailingCaseHistories;
  severalSuites: boolean;
};

/** Returns the failures of a run: each cause once, with its attempts and the history of their cases. */
export function formatFailureLines(causes: readonly FailureCause[], look: FailureLinesOptions): string[] {
  if (causes.length === 0) return [];
  const visibleCauses = causes.slice(0, MAX_SHOWN_CAUSES);
  const more = look.total - visibleCauses.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const alike = causes.length === look.total || more > 0 ? '' : `, ${formatCountWithNoun(causes.length, 'cause')}`;
  return [
    ...formatSectionHeading(`Failures (${look.total}${alike})`),
    ...formatCauseBlocks(visibleCauses, look).flat(),
    ...(more > 0 ? [`… and ${more} more; see the report or the dashboard`] : []),
  ];
}

/**
 * Returns the lines of each cause of failures. If several causes have the same history, the history is printed once, at
 * the end.
 */
export function formatCauseBlocks(
  causes: readonly FailureCause[],
  options: Omit<FailureLinesOptions, 'total'>,
): string[][] {
  const pasts = causes.map(({ attempts }) => formatCommonHistory(attempts, options.caseHistories));
  const byWords = Map.groupBy(causes.keys(), (index) => pasts[index]);
  const isSharedHistory = (index: number): boolean => (byWords.get(pasts[index])?.length ?? 0) > 1;
  const blocks = causes.map((cause, index) =>
    formatCauseLines(cause, isSharedHistory(index) ? undefined : pasts[index], options),
  );
  const shared = [...byWords].flatMap(([words, places]) => {
    if (words === undefined || places.length < 2) return [];
    const sharedCauses = places.flatMap((index) => causes[index] ?? []);
    const caseNames = sharedCauses.length === causes.length ? 'All of them' : formatCaseNamesOfCauses(sharedCauses);
    return [`${caseNames}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`];
  });
  return shared.length === 0 ? blocks : [...blocks, shared];
}

function formatCaseNamesOfCauses(causes: readonly FailureCause[]): string {
  const names = [...new Set(causes.flatMap(({ attempts }) => attempts.map(({ id }) => `[${formatAsSingleLine(id)}]`)))];
  const more = names.length > MAX_NAMED_CASES ? ` and ${names.length - MAX_NAMED_CASES} more` : '';
  return `${names.slice(0, MAX_NAMED_CASES).join(' ')}${more}`;
}

type CauseLinesOptions = Pick<FailureLinesOptions, 'paint' | 'severalSuites'>;

function formatCauseLines(cause: FailureCause, past: string | undefined, look: CauseLinesOptions): string[] {
  const { result } = cause;
  return [
    `${colourStatus(result.status, look.paint)} ${formatAttemptNames(cause, look)}`,
    ...listFailureDetails(cause).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
    ...(past === undefined ? [] : [`  ${past}`]),
  ];
}

/** Returns the problems of an attempt, one short line each, the headline first. */
export function listFailureDetails(cause: Omit<FailureCause, 'attempts'>): string[] {
  const { result, diagnosis } = cause;
  const low = (result.scores ?? []).filter(({ passed, notScorable }) => !passed && notScorable !== true);
  // The error of an experiment only repeats its scores, so the scores are listed instead. A consistency case lists its
  // scores elsewhere.
  const scores = isJudgedByScores(result) ? low : [];
  const changes = result.state?.changes ?? [];
  const lines = [
    ...(scores.length === 0 ? [formatCauseHeadline(cause)] : []),
    ...scores.slice(0, MAX_LISTED_SCORES).map(formatScoreAsLine),
    ...(scores.length > MAX_LISTED_SCORES ? [`… and ${scores.length - MAX_LISTED_SCORES} more`] : []),
    ...listDiagnosisDetails(diagnosis),
    ...changes.slice(0, MAX_LISTED_SCORES).map((change) => `state: ${formatStateChange(change)}`),
    ...(changes.length > MAX_LISTED_SCORES ? [`state: … and ${changes.length - MAX_LISTED_SCORES} more changes`] : []),
  ];
  return lines.map((line) => shortenText(line, MAX_LINE_LENGTH));
}

function formatAttemptNames(
  { result, attempts }: FailureCause,
  { severalSuites }: Pick<FailureLinesOptions, 'severalSuites'>,
): string {
  const [first] = attempts;
  const suiteText = severalSuites && first !== undefined ? ` in ${first.suiteKey}` : '';
  const names = attempts.slice(0, MAX_NAMED_CASES).map(formatAttemptName);
  if (attempts.length === 1) {
    const isNamed = result.name !== undefined && result.name !== result.id && result.id === first?.id;
    const title = isNamed ? ` ${result.name}` : '';
    return `${names.join('')}${title}${suiteText}`;
  }
  const more = attempts.length > MAX_NAMED_CASES ? ` and ${attempts.length - MAX_NAMED_CASES} more` : '';
  return `${names.join(' ')}${more}${suiteText} (${attempts.length}×)`;
}

export function formatAttemptName({ id, attempt }: FailedAttemptId): string {
  return attempt === 1 ? `[${formatAsSingleLine(id)}]` : `[${formatAsSingleLine(id)}] (run ${attempt})`;
}

/**
 * Returns the history that all attempts have in common; if they have none in common, the counts of new, broken and
 * flaky cases.
 */
function formatCommonHistory(attempts: readonly FailedAttemptId[], pasts: FailingCaseHistories): string | undefined {
  const keys = new Set(attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const knownPasts = [...keys].flatMap((key) => pasts.get(key) ?? []);
  const lines = new Set(knownPasts.map(formatCaseHistory));
  const [only] = lines;
  return lines.size === 1 && knownPasts.length === keys.size ? only : formatCaseHealthCounts(knownPasts) || undefined;
}

export function formatCaseHistory(casePast: FailingCaseHistory): string {
  return describeCaseHistory(casePast, formatMinute)
    .map(({ words }) => words)
    .join('; ');
}

/** Counts cases by their history, for example `3 new · 2 broken`; outages are named as such. */
export function formatCaseHealthCounts(pasts: Iterable<FailingCaseHistory>): string {
  const counts = new Map<ReturnType<typeof getCaseHealthName>, number>();
  for (const { standing } of pasts) {
    const name = getCaseHealthName(standing);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = ['new', 'broken', 'outage', 'flaky', 'back', 'fine', 'unknown'] as const;
  const describeHealthName = (name: (typeof names)[number]) => (name === 'outage' ? 'in an outage' : name);
  return names
    .flatMap((name) => (counts.has(name) ? [`${counts.get(name)} ${describeHealthName(name)}`] : []))
    .join(' · ');
}

/** Formats a time: `2026-11-23 19:16 UTC`. */
export function formatMinute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
