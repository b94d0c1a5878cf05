import type { AnswerSample, CaseResult, Score } from '../../contract/index.ts';
import { formatRange, isJudgedByScores } from '../../fold/index.ts';
import { formatCountWithNoun, formatDecimalPercent, formatDuration } from '../../values/index.ts';
import { metricTitleByType } from '../../verdict/index.ts';
import { describeScoreSubject, formatRangeDistance, formatScoreValue } from '../measures.ts';
import { formatFencedFullValue, formatInlineCode, formatTable } from './markdown-text.ts';

/** Limits on the number of verdicts that are shown, and on the characters of each. */
type MeasurementLimits = { verdicts: number; characters: number };

/** The limits that apply to each failure in a list of failures. */
const failureTextLimits: MeasurementLimits = { verdicts: 20, characters: 500 };
/** The limits in a document about one case: so high that nothing is left out. */
export const documentTextLimits: MeasurementLimits = { verdicts: Number.POSITIVE_INFINITY, characters: 1_000_000 };

/** Returns the findings on one attempt: the metrics, then the verdicts, those that did not pass first. */
export function formatMeasurementsSection(result: CaseResult, room = failureTextLimits): string {
  const { metrics = [], scores = [] } = result;
  const inOrder = scores.toSorted((left, right) => Number(left.passed) - Number(right.passed));
  const visibleScores = inOrder.slice(0, room.verdicts);
  const omitted = scores.length - visibleScores.length;
  const toTable = isJudgedByScores(result) ? formatScorerTable : formatVerdictTable;
  return [
    metrics
      .map(
        ({ type, score, records }) =>
          `- **${metricTitleByType[type]}:** ${formatScorePercent(score)} over ${formatCountWithNoun(records, 'verdict')}\n`,
      )
      .join(''),
    ...(visibleScores.length === 0 ? [] : [toTable(visibleScores, room)]),
    ...(omitted === 0 ? [] : [`… ${formatCountWithNoun(omitted, 'more verdict')}\n`]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Returns the answers that were compared, one line for each. */
export function formatSamplesTable(samples: readonly AnswerSample[]): string {
  const rows = samples
    .slice(0, failureTextLimits.verdicts)
    .map((sample) => [formatInlineCode(sample.label), getAnswerText(sample), formatDuration(sample.durationMs)]);
  const left = samples.length - rows.length;
  const more = left === 0 ? '' : `\n… ${formatCountWithNoun(left, 'more answer')}\n`;
  return `${formatTable(['#', 'Answer', 'Duration'], rows)}${more}`;
}

/** Like `formatSamplesTable`, but shows all answers in full. */
export function formatSamplesInFull(samples: readonly AnswerSample[]): string {
  return samples
    .map(({ label, output, error, durationMs }) => {
      const title = `#### Answer ${formatInlineCode(label)} (${formatDuration(durationMs)})\n`;
      return `${title}\n${error === undefined ? '' : '**Error:**\n\n'}${formatFencedFullValue(error ?? output ?? '')}`;
    })
    .join('\n');
}

function formatScorePercent(score: number | null): string {
  return score === null ? 'no score' : formatDecimalPercent(score);
}

function formatVerdictTable(scores: readonly Score[], { characters }: MeasurementLimits): string {
  return formatTable(
    ['', 'Verdict on', 'Score', 'Choice', 'Reason'],
    scores.map((score) => [
      formatScoreStatus(score),
      formatInlineCode(describeScoreSubject(score)),
      formatScoreValue(score.score),
      formatInlineCode(score.choice ?? ''),
      formatInlineCode(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function formatScorerTable(scores: readonly Score[], { characters }: MeasurementLimits): string {
  return formatTable(
    ['', 'Scorer', 'Score', 'Expected', 'Distance', 'Reason'],
    scores.map((score) => [
      formatScoreStatus(score),
      formatInlineCode(score.metric),
      formatScoreValue(score.score),
      score.range === undefined ? '' : formatRange(score.range),
      formatRangeDistance(score),
      formatInlineCode(score.error ?? score.reason ?? '', characters),
    ]),
  );
}

function formatScoreStatus({ passed, error }: Score): string {
  if (error !== undefined) return '💥 error';
  return passed ? '✅ passed' : '❌ failed';
}

function getAnswerText({ output, error }: AnswerSample): string {
  return error === undefined
    ? formatInlineCode(output ?? '', failureTextLimits.characters)
    : `**error:** ${formatInlineCode(error, failureTextLimits.characters)}`;
}
