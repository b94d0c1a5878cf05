import { caseKey, isJudgedByScores, stateChangeText } from '../../fold/index.ts';
import { labelText } from '../../format/index.ts';
import { plural } from '../../values/index.ts';
import {
  caseHealthName,
  caseHistoryRemarks,
  causeHeadline,
  diagnosisDetails,
  type FailingCaseHistories,
  type FailingCaseHistory,
  type FailureCause,
  type NamedAttempt,
} from '../../verdict/index.ts';
import { scoreLineText } from '../measures.ts';
import { sectionHeading } from './frame-lines.ts';
import { shortenText } from './shorten-text.ts';
import { colourStatus, type StyleText } from './style-text.ts';

const SHOWN = 50;
const NAMED = 10;
const LONG = 400;
const LISTED = 10;

type FailureLinesOptions = { total: number; paint: StyleText; pasts: FailingCaseHistories; severalSuites: boolean };

/** Returns the failures of a run: each cause once, with its attempts and the history of their cases. */
export function failureLines(causes: readonly FailureCause[], look: FailureLinesOptions): string[] {
  if (causes.length === 0) return [];
  const visibleCauses = causes.slice(0, SHOWN);
  const more = look.total - visibleCauses.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const alike = causes.length === look.total || more > 0 ? '' : `, ${plural(causes.length, 'cause')}`;
  return [
    ...sectionHeading(`Failures (${look.total}${alike})`),
    ...causeBlocks(visibleCauses, look).flat(),
    ...(more > 0 ? [`… and ${more} more; see the report or the dashboard`] : []),
  ];
}

/** Returns the lines of each cause. If several causes have the same history, it is printed once, at the end. */
export function causeBlocks(causes: readonly FailureCause[], look: Omit<FailureLinesOptions, 'total'>): string[][] {
  const pasts = causes.map(({ attempts }) => commonHistoryText(attempts, look.pasts));
  const byWords = Map.groupBy(causes.keys(), (index) => pasts[index]);
  const isShared = (index: number): boolean => (byWords.get(pasts[index])?.length ?? 0) > 1;
  const blocks = causes.map((cause, index) => causeLines(cause, isShared(index) ? undefined : pasts[index], look));
  const shared = [...byWords].flatMap(([words, places]) => {
    if (words === undefined || places.length < 2) return [];
    const sharedCauses = places.flatMap((index) => causes[index] ?? []);
    const caseNames = sharedCauses.length === causes.length ? 'All of them' : caseNamesOfCauses(sharedCauses);
    return [`${caseNames}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`];
  });
  return shared.length === 0 ? blocks : [...blocks, shared];
}

function caseNamesOfCauses(causes: readonly FailureCause[]): string {
  const names = [...new Set(causes.flatMap(({ attempts }) => attempts.map(({ id }) => `[${labelText(id)}]`)))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(' ')}${more}`;
}

type CauseLinesOptions = Pick<FailureLinesOptions, 'paint' | 'severalSuites'>;

function causeLines(cause: FailureCause, past: string | undefined, look: CauseLinesOptions): string[] {
  const { result } = cause;
  return [
    `${colourStatus(result.status, look.paint)} ${formatNames(cause, look)}`,
    ...failureDetails(cause).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
    ...(past === undefined ? [] : [`  ${past}`]),
  ];
}

/** Returns the problems of an attempt, one short line each, the headline first. */
export function failureDetails(cause: Omit<FailureCause, 'attempts'>): string[] {
  const { result, diagnosis } = cause;
  const low = (result.scores ?? []).filter(({ passed, notScorable }) => !passed && notScorable !== true);
  // The error of an experiment only restates its scores; the scores of a consistency case are listed below its error.
  const scores = isJudgedByScores(result) ? low : [];
  const changes = result.state?.changes ?? [];
  const lines = [
    ...(scores.length === 0 ? [causeHeadline(cause)] : []),
    ...scores.slice(0, LISTED).map(scoreLineText),
    ...(scores.length > LISTED ? [`… and ${scores.length - LISTED} more`] : []),
    ...diagnosisDetails(diagnosis),
    ...changes.slice(0, LISTED).map((change) => `state: ${stateChangeText(change)}`),
    ...(changes.length > LISTED ? [`state: … and ${changes.length - LISTED} more changes`] : []),
  ];
  return lines.map((line) => shortenText(line, LONG));
}

function formatNames(
  { result, attempts }: FailureCause,
  { severalSuites }: Pick<FailureLinesOptions, 'severalSuites'>,
): string {
  const [first] = attempts;
  const suiteText = severalSuites && first !== undefined ? ` in ${first.suiteKey}` : '';
  const names = attempts.slice(0, NAMED).map(attemptName);
  if (attempts.length === 1) {
    const isNamed = result.name !== undefined && result.name !== result.id && result.id === first?.id;
    const title = isNamed ? ` ${result.name}` : '';
    return `${names.join('')}${title}${suiteText}`;
  }
  const more = attempts.length > NAMED ? ` and ${attempts.length - NAMED} more` : '';
  return `${names.join(' ')}${more}${suiteText} (${attempts.length}×)`;
}

export function attemptName({ id, attempt }: NamedAttempt): string {
  return attempt === 1 ? `[${labelText(id)}]` : `[${labelText(id)}] (run ${attempt})`;
}

/** The history that all attempts have in common, or else the counts of new, broken and flaky cases. */
function commonHistoryText(attempts: readonly NamedAttempt[], pasts: FailingCaseHistories): string | undefined {
  const keys = new Set(attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const knownPasts = [...keys].flatMap((key) => pasts.get(key) ?? []);
  const lines = new Set(knownPasts.map(caseHistoryText));
  const [only] = lines;
  return lines.size === 1 && knownPasts.length === keys.size ? only : caseHealthCountsText(knownPasts) || undefined;
}

export function caseHistoryText(casePast: FailingCaseHistory): string {
  return caseHistoryRemarks(casePast, formatMinute)
    .map(({ words }) => words)
    .join('; ');
}

/** Counts cases by their history, for example `3 new · 2 broken`; outages are named as such. */
export function caseHealthCountsText(pasts: Iterable<FailingCaseHistory>): string {
  const counts = new Map<ReturnType<typeof caseHealthName>, number>();
  for (const { standing } of pasts) {
    const name = caseHealthName(standing);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = ['new', 'broken', 'outage', 'flaky', 'back', 'fine', 'unknown'] as const;
  const words = (name: (typeof names)[number]) => (name === 'outage' ? 'in an outage' : name);
  return names.flatMap((name) => (counts.has(name) ? [`${counts.get(name)} ${words(name)}`] : [])).join(' · ');
}

/** Formats a time: `2026-11-23 19:16 UTC`. */
export function formatMinute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
