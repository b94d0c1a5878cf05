import type { AssertionResult, CaseResult } from '../../contract/index.ts';
import { hasActual, isMeasured, isScored, stateChangeText } from '../../fold/index.ts';
import type { Json } from '../../values/index.ts';
import { faultLines } from '../../verdict/index.ts';
import { scoreWords } from '../measures.ts';
import type { ConsoleOptions } from './console-reporter.ts';
import { excerpt } from './excerpt.ts';
import { section } from './frame-lines.ts';
import { type Paint, paintStatus } from './paint.ts';

const SHOWN = 50;
const NAMED = 10;
const LONG = 400;
const SCORES = 10;
const CHANGES = 10;

/** `suiteKey` is there when the run has several suites. */
export type Failure = { result: CaseResult; suiteKey?: string };

/** Repeats the failures, with expected and actual, and the command that runs just these. */
export function failureLines(
  failures: readonly Failure[],
  { total, command, paint }: { total: number; command: ConsoleOptions['command']; paint: Paint },
): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, SHOWN);
  const ids = [...new Set(shown.map(({ result }) => result.id))];
  return [
    ...section(`Failures (${total})`),
    ...sameErrors(shown).flatMap((alike) => failuresAlike(alike, paint)),
    ...(total > shown.length ? [`… and ${total - shown.length} more; see the report or the dashboard`] : []),
    ...(command === undefined ? [] : ['', 'Run these again:', `  ${command(ids)}`]),
  ];
}

/** Failures in order, those that broke with the same error together: a service that is away breaks all of them alike. */
function sameErrors(failures: readonly Failure[]): [Failure, ...Failure[]][] {
  const groups = new Map<string, [Failure, ...Failure[]]>();
  for (const [position, failure] of failures.entries()) {
    const { status, error } = failure.result;
    const key = status === 'failed' || error === undefined ? String(position) : `${status} ${error}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [failure]);
    else group.push(failure);
  }
  return [...groups.values()];
}

function failuresAlike([first, ...others]: [Failure, ...Failure[]], paint: Paint): string[] {
  if (others.length === 0) return oneFailure(first, paint);
  const names = others
    .slice(0, NAMED)
    .map(({ result: { id, attempt } }) => (attempt === 1 ? id : `${id} (run ${attempt})`));
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return [...oneFailure(first, paint), `  the same error ${others.length + 1} times: also ${names.join(', ')}${more}`];
}

function oneFailure({ result, suiteKey }: Failure, paint: Paint): string[] {
  const title = result.name === undefined || result.name === result.id ? '' : ` ${result.name}`;
  const place = suiteKey === undefined ? '' : ` in ${suiteKey}`;
  const run = result.attempt === 1 ? '' : ` (run ${result.attempt})`;
  return [
    `${paintStatus(result.status, paint)} [${result.id}]${title}${run}${place}`,
    ...failureDetails(withoutScores(result)),
  ];
}

/** The judges' verdicts are already below the case, at length. */
function withoutScores(result: CaseResult): CaseResult {
  return isMeasured(result) ? { ...result, scores: [] } : result;
}

/** Returns the problems of one attempt: its error, the assertions that failed, the checkpoints it did not reach. */
export function failureDetails(result: CaseResult): string[] {
  const broken = result.assertions.filter((assertion) => assertion.status !== 'passed');
  const low = (result.scores ?? []).filter(({ passed, notScorable }) => !passed && notScorable !== true);
  // The error of an experiment is its scores in other words.
  const isLow = isScored(result) && low.length > 0;
  const changes = result.state?.changes ?? [];
  // Assertions on what broke off do not say why it did.
  const brokeOff = result.status === 'timeout' || (result.turns !== undefined && result.status !== 'failed');
  const isSaid = broken.length > 0 && !brokeOff;
  return [
    ...(!isSaid && !isLow && result.error !== undefined ? [`  ${excerpt(result.error, LONG)}`] : []),
    ...broken.flatMap(assertionLines),
    ...low.slice(0, SCORES).map((score) => `  ${excerpt(scoreWords(score), LONG)}`),
    ...(low.length > SCORES ? [`  … and ${low.length - SCORES} more`] : []),
    ...(result.checkpoints ?? [])
      .filter(({ required, reached, invariant }) => required && !reached && invariant !== 'not_judged')
      .map((checkpoint) => `  checkpoint ${checkpoint.id}: ${excerpt(checkpoint.message ?? 'never checked', LONG)}`),
    ...faultLines(result).map((line) => `  ${excerpt(line, LONG)}`),
    ...changes.slice(0, CHANGES).map((change) => `  state: ${excerpt(stateChangeText(change), LONG)}`),
    ...(changes.length > CHANGES ? [`  state: … and ${changes.length - CHANGES} more changes`] : []),
  ];
}

function assertionLines(assertion: AssertionResult): string[] {
  const negated = assertion.negate === true ? 'not ' : '';
  const path = assertion.path === undefined ? '' : ` at ${assertion.path}`;
  return [
    `  ${assertion.type}${path}: ${excerpt(assertion.message ?? assertion.status, LONG)}`,
    ...(assertion.place === undefined ? [] : [`    at ${assertion.place}`]),
    ...(assertion.expected === undefined ? [] : [`    expected: ${negated}${show(assertion.expected)}`]),
    ...(hasActual(assertion) ? [`    actual:   ${show(assertion.actual)}`] : []),
  ];
}

function show(value: Json | undefined): string {
  return excerpt(JSON.stringify(value) ?? 'undefined', LONG);
}
