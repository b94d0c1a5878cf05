import type { CaseResult, Score } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { listMeasuredTests, type MeasuredTest, metricTitleByKind, metricTitleByType } from '../../verdict/index.ts';
import { shortenText } from './shorten-text.ts';

const MAX_TITLE_LENGTH = 60;

/** Returns the measurements of a run, test by test: `Accuracy: 85.50%`. Empty if there are none. */
export function formatMetricLines({ rows }: Pick<RunState, 'rows'>): string[] {
  const tests = listMeasuredTests(rows);
  if (tests.length === 0) return [];
  const lines = ['✅Eval finished with metrics:'];
  let accuracies = 0;
  for (const [position, test] of tests.entries()) {
    const measured = test.metrics.filter(({ kind }) => kind === 'accuracy').length;
    // Gate options refer to an accuracy by its position in the run, so the heading of each test shows the position of
    // its first accuracy.
    const number = measured === 0 ? '' : `Test ${accuracies + 1}: `;
    accuracies += measured;
    if (tests.length > 1) lines.push(...(position === 0 ? [] : ['']), `${number}${formatTestTitle(test, tests)}`);
    lines.push(...test.metrics.map(({ kind, score }) => `${metricTitleByKind[kind]}: ${formatMetricScore(score)}`));
  }
  return lines;
}

/**
 * Returns the measurements of one attempt, to print after its verdict: `correctness 66.67% (FLAKY, 2 of 3 right), 3 of
 * 3 answers`.
 */
export function formatAttemptMeasurements({ metrics = [], samples = [], scores = [] }: CaseResult): string {
  const answeredCount = samples.filter(({ output }) => output !== undefined).length;
  return [
    ...metrics.map(({ type, score }, index) => {
      const own = scores.filter(({ position }) => position === index);
      return `${metricTitleByType[type].toLowerCase()} ${formatMetricScore(score)}${type === 'correctness' ? formatOxyStability(own) : ''}`;
    }),
    `${answeredCount} of ${samples.length} ${samples.length === 1 ? 'answer' : 'answers'}`,
  ].join(', ');
}

/** The terms that oxy prints if all, none or some of the answers are right. */
function formatOxyStability(scores: readonly Score[]): string {
  if (scores.length === 0) return '';
  const right = scores.filter(({ passed }) => passed).length;
  const some = right === 0 ? 'FAIL' : 'FLAKY';
  return ` (${right === scores.length ? 'PASS' : some}, ${right} of ${scores.length} right)`;
}

function formatTestTitle({ suiteKey, test, rows }: MeasuredTest, tests: readonly MeasuredTest[]): string {
  const [first] = rows;
  const isAlone = tests.every((each) => each.suiteKey !== suiteKey || each.test === test);
  const isOnlySuite = tests.every((each) => each.suiteKey === suiteKey);
  const name = rows.length === 1 && first !== undefined ? formatCaseTitle(first) : `${rows.length} cases`;
  if (isOnlySuite) return name;
  return isAlone && rows.length > 1 ? `${suiteKey}, ${name}` : `${suiteKey}: ${name}`;
}

function formatCaseTitle({ id, name, preview = '' }: MeasuredTest['rows'][number]): string {
  const title = name === undefined || name === id ? preview : name;
  return title === '' ? id : `${id} ${shortenText(title, MAX_TITLE_LENGTH)}`;
}

/** Formats a percentage with two decimals; a score below 1 is never rounded up to 100. */
function formatMetricScore(score: number | null): string {
  if (score === null) return 'not measured';
  const rounded = (score * 100).toFixed(2);
  return `${score < 1 && rounded === '100.00' ? '99.99' : rounded}%`;
}
