import type { AnswerSample, CaseResult, Score } from '../../contract/index.ts';
import { describeScoreSubject } from '../measures.ts';
import { shortenText, stripControlCharacters } from './shorten-text.ts';
import type { StyleText } from './style-text.ts';

const MAX_RECORDS = 10;
const MAX_SCORE_LINES = 40;
const MAX_TEXT_LENGTH = 200;

/** Returns the problems of a consistency case's answers: missing ones, and verdicts with the judge's words. */
export function formatSampleAndScoreLines({ samples = [], scores = [] }: CaseResult, paint: StyleText): string[] {
  const missing = samples.filter(({ error }) => error !== undefined);
  const low = scores.filter(({ passed }) => !passed);
  return [
    ...missing
      .slice(0, MAX_RECORDS)
      .map(({ label, error = '' }) => `answer ${label}: ${shortenText(error, MAX_TEXT_LENGTH)}`),
    ...formatMoreItemsLine(missing.length - MAX_RECORDS),
    ...low.slice(0, MAX_RECORDS).flatMap((score) => formatScoreLines(score, paint)),
    ...formatMoreItemsLine(low.length - MAX_RECORDS),
  ];
}

/** Returns every answer and every verdict, one per line. */
export function formatAnswerLines({ samples = [], scores = [] }: CaseResult): string[] {
  return [...samples.map(formatAnswerLine), ...scores.filter(({ passed }) => passed).map(formatVerdictLine)];
}

function formatAnswerLine({ label, output, error }: AnswerSample): string {
  return `answer ${label}: ${error === undefined ? `"${shortenText(output ?? '', MAX_TEXT_LENGTH)}"` : shortenText(error, MAX_TEXT_LENGTH)}`;
}

function formatVerdictLine(score: Score): string {
  return `${describeScoreSubject(score)}: ${score.choice ?? score.score ?? ''}`;
}

function formatScoreLines(score: Score, paint: StyleText): string[] {
  const lines = [formatScoreTitle(score, paint), ...(score.error === undefined ? formatReasonLines(score, paint) : [])];
  return lines.slice(0, MAX_SCORE_LINES);
}

function formatScoreTitle(score: Score, paint: StyleText): string {
  const about = describeScoreSubject(score);
  if (score.error !== undefined)
    return paint('magenta', `No verdict on ${about}: ${shortenText(score.error, MAX_TEXT_LENGTH)}`);
  if (score.metric === 'context_recall') return `Recall of ${about}: ${score.score?.toFixed(2) ?? 'unknown'}`;
  if (score.metric === 'correctness') return `Wrong: ${about}`;
  return score.samples?.length === 2 ? `Inconsistent: ${about}` : `Not as expected: ${about}`;
}

function formatReasonLines({ reason = '', contexts }: Score, paint: StyleText): string[] {
  if (contexts !== undefined) {
    return [
      ...formatTitledListLines('Retrieved contexts:', contexts.retrieved),
      ...formatTitledListLines('Reference contexts:', contexts.reference),
    ];
  }
  if (reason === '') return [];
  return stripControlCharacters(reason)
    .split('\n')
    .map((line) => `  ${colourDiffLine(line, paint)}`);
}

function formatTitledListLines(title: string, texts: readonly string[]): string[] {
  return [`  ${title}`, ...texts.map((text) => `  - ${JSON.stringify(shortenText(text, MAX_TEXT_LENGTH))}`)];
}

function colourDiffLine(line: string, paint: StyleText): string {
  if (line.trimStart().startsWith('+++')) return paint('green', line);
  return line.trimStart().startsWith('---') ? paint('red', line) : line;
}

function formatMoreItemsLine(count: number): string[] {
  return count > 0 ? [`… and ${count} more; see the report or the dashboard`] : [];
}
