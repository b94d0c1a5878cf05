import type { AnswerSample, CaseResult, Score } from '../../contract/index.ts';
import { formatRange, isJudgedByScores } from '../../fold/index.ts';
import { decimalPercent, formatDuration, plural } from '../../values/index.ts';
import { metricWords } from '../../verdict/index.ts';
import { rangeDistanceText, scoreSubject, scoreText } from '../measures.ts';
import { fenceFullValue, formatTable, inlineCode } from './markdown-text.ts';

/** The limits on the number of verdicts, and on the characters of each. */
type TextLimits = { verdicts: number; characters: number };

/** The limits in the description of a failure. */
const storyRoom: TextLimits = { verdicts: 20, characters: 500 };
/** The limits in a document about one case: so high that nothing is left out. */
export const documentTextLimits: TextLimits = { verdicts: Number.POSITIVE_INFINITY, characters: 1_000_000 };

/** Returns the findings on one attempt: the metrics, then the verdicts, those that did not pass first. */
export function measurementsSection(result: CaseResult, room = storyRoom): string {
  const { metrics = [], scores = [] } = result;
  const inOrder = scores.toSorted((left, right) => Number(left.passed) - Number(right.passed));
  const visibleScores = inOrder.slice(0, room.verdicts);
  const omitted = scores.length - visibleScores.length;
  const toTable = isJudgedByScores(result) ? scorerTable : verdictTable;
  return [
    metrics
      .map(
        ({ type, score, records }) =>
          `- **${metricWords[type]}:** ${formatScore(score)} over ${plural(records, 'verdict')}\n`,
      )
      .join(''),
    ...(visibleScores.length === 0 ? [] : [toTable(visibleScores, room)]),
    ...(omitted === 0 ? [] : [`… ${plural(omitted, 'more verdict')}\n`]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The answers that were compared, a line each. */
export function samplesTable(samples: readonly AnswerSample[]): string {
  const rows = samples
    .slice(0, storyRoom.verdicts)
    .map((sample) => [inlineCode(sample.label), answerText(sample), formatDuration(sample.durationMs)]);
  const left = samples.length - rows.length;
  const more = left === 0 ? '' : `\n… ${plural(left, 'more answer')}\n`;
  return `${formatTable(['#', 'Answer', 'Duration'], rows)}${more}`;
}

/** Like `samplesTable`, but with all answers in full. */
export function samplesInFull(samples: readonly AnswerSample[]): string {
  return samples
    .map(({ label, output, error, durationMs }) => {
      const title = `#### Answer ${inlineCode(label)} (${formatDuration(durationMs)})\n`;
      return `${title}\n${error === undefined ? '' : '**Error:**\n\n'}${fenceFullValue(error ?? output ?? '')}`;
    })
    .join('\n');
}

function formatScore(score: number | null): string {
  return score === null ? 'no score' : decimalPercent(score);
}

function verdictTable(scores: readonly Score[], { characters }: TextLimits): string {
  return formatTable(
    ['', 'Verdict on', 'Score', 'Choice', 'Reason'],
    scores.map((score) => [
      scoreMark(score),
      inlineCode(scoreSubject(score)),
      scoreText(score.score),
      inlineCode(score.choice ?? ''),
      inlineCode(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function scorerTable(scores: readonly Score[], { characters }: TextLimits): string {
  return formatTable(
    ['', 'Scorer', 'Score', 'Expected', 'Distance', 'Reason'],
    scores.map((score) => [
      scoreMark(score),
      inlineCode(score.metric),
      scoreText(score.score),
      score.range === undefined ? '' : formatRange(score.range),
      rangeDistanceText(score),
      inlineCode(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function scoreMark({ passed, error }: Score): string {
  if (error !== undefined) return '💥 error';
  return passed ? '✅ passed' : '❌ failed';
}

function answerText({ output, error }: AnswerSample): string {
  return error === undefined
    ? inlineCode(output ?? '', storyRoom.characters)
    : `**error:** ${inlineCode(error, storyRoom.characters)}`;
}
