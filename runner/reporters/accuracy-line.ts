import { countStatuses, hasEnded, isJudgedByAccuracy, type RunState } from '../fold/index.ts';
import type { Json } from '../values/index.ts';
import { computePassRate, groupMetricScoresByKind, roundToSevenDigits } from '../verdict/index.ts';

/**
 * The accuracy of a run as one line of JSON for programs: `{"accuracy": 0.855, "recall": 0.723}`. If several metrics
 * of a kind were measured, the value is a list; a metric that could not be measured is `null`. Cases of other kinds
 * are reported with their pass rate.
 */
export function formatAccuracyLine({ rows }: Pick<RunState, 'rows'>): string {
  const { accuracy = [], ...others } = groupMetricScoresByKind(rows);
  const figures = [accuracy, computePassRateOfOtherCases(rows)].flat();
  const members: [string, Json][] = [
    ...(figures.length === 0 ? [] : [['accuracy', figures] satisfies [string, Json]]),
    ...Object.entries(others),
  ];
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${formatJsonList(value)}`).join(', ')}}\n`;
}

function computePassRateOfOtherCases(rows: RunState['rows']): (number | null)[] {
  const others = rows.filter((row) => !isJudgedByAccuracy(row));
  if (others.length === 0) return [];
  const judged = others.flatMap(({ attempts }) => attempts.map(({ status }) => status)).filter(hasEnded);
  return [roundToSevenDigits(computePassRate(countStatuses(judged)))];
}

function formatJsonList(value: Json): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const [only = null] = value;
  return value.length === 1 ? JSON.stringify(only) : `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
}
