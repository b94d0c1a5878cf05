import type { CaseResult, Sample, Score } from '../../contract/index.ts';
import { formatRange, isScored } from '../../fold/index.ts';
import { decimalPercent, formatDuration, plural } from '../../values/index.ts';
import { metricWords } from '../../verdict/index.ts';
import { distanceWords, scoreSubject, scoreText } from '../measures.ts';
import { fencedWhole, inline, table } from './markdown-text.ts';

/** The limits on the number of verdicts, and on the characters of each. */
type Room = { verdicts: number; characters: number };

/** The limits in the description of a failure. */
const storyRoom: Room = { verdicts: 20, characters: 500 };
/** The limits in a document about one case: so high that nothing is left out. */
export const documentRoom: Room = { verdicts: Number.POSITIVE_INFINITY, characters: 1_000_000 };

/** Returns the findings on one attempt: the metrics, then the verdicts, those that did not pass first. */
export function measuresPart(result: CaseResult, room = storyRoom): string {
  const { metrics = [], scores = [] } = result;
  const inOrder = scores.toSorted((left, right) => Number(left.passed) - Number(right.passed));
  const visibleScores = inOrder.slice(0, room.verdicts);
  const omitted = scores.length - visibleScores.length;
  const toTable = isScored(result) ? scorerTable : verdictTable;
  return [
    metrics
      .map(
        ({ type, score, records }) =>
          `- **${metricWords[type]}:** ${figure(score)} over ${plural(records, 'verdict')}\n`,
      )
      .join(''),
    ...(visibleScores.length === 0 ? [] : [toTable(visibleScores, room)]),
    ...(omitted === 0 ? [] : [`… ${plural(omitted, 'more verdict')}\n`]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The answers that were compared, a line each. */
export function samplesTable(samples: readonly Sample[]): string {
  const rows = samples
    .slice(0, storyRoom.verdicts)
    .map((sample) => [inline(sample.label), answerText(sample), formatDuration(sample.durationMs)]);
  const left = samples.length - rows.length;
  const more = left === 0 ? '' : `\n… ${plural(left, 'more answer')}\n`;
  return `${table(['#', 'Answer', 'Duration'], rows)}${more}`;
}

/** Like `samplesTable`, but with all answers in full. */
export function samplesWhole(samples: readonly Sample[]): string {
  return samples
    .map(({ label, output, error, durationMs }) => {
      const title = `#### Answer ${inline(label)} (${formatDuration(durationMs)})\n`;
      return `${title}\n${error === undefined ? '' : '**Error:**\n\n'}${fencedWhole(error ?? output ?? '')}`;
    })
    .join('\n');
}

function figure(score: number | null): string {
  return score === null ? 'no score' : decimalPercent(score);
}

function verdictTable(scores: readonly Score[], { characters }: Room): string {
  return table(
    ['', 'Verdict on', 'Score', 'Choice', 'Reason'],
    scores.map((score) => [
      scoreMark(score),
      inline(scoreSubject(score)),
      scoreText(score.score),
      inline(score.choice ?? ''),
      inline(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function scorerTable(scores: readonly Score[], { characters }: Room): string {
  return table(
    ['', 'Scorer', 'Score', 'Expected', 'Distance', 'Reason'],
    scores.map((score) => [
      scoreMark(score),
      inline(score.metric),
      scoreText(score.score),
      score.range === undefined ? '' : formatRange(score.range),
      distanceWords(score),
      inline(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function scoreMark({ passed, error }: Score): string {
  if (error !== undefined) return '💥 error';
  return passed ? '✅ passed' : '❌ failed';
}

function answerText({ output, error }: Sample): string {
  return error === undefined
    ? inline(output ?? '', storyRoom.characters)
    : `**error:** ${inline(error, storyRoom.characters)}`;
}
