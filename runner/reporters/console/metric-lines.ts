import { type CaseResult, type MeasuredTest, measuredTests, type RunState } from '../../contract/index.ts';
import { metricWords } from '../measures.ts';
import { excerpt } from './excerpt.ts';

const NAME = 60;
const kindWords = { accuracy: 'Accuracy', recall: 'Recall' } as const;

/** What a run measured, test by test: `Accuracy: 85.50%`. Nothing when it measured nothing. */
export function metricLines({ rows }: Pick<RunState, 'rows'>): string[] {
  const tests = measuredTests(rows);
  if (tests.length === 0) return [];
  return [
    '✅Eval finished with metrics:',
    ...tests.flatMap((test, position) => [
      ...(tests.length === 1 ? [] : [...(position === 0 ? [] : ['']), titleOf(test, tests)]),
      ...test.metrics.map(({ kind, score }) => `${kindWords[kind]}: ${figure(score)}`),
    ]),
  ];
}

/** What one attempt measured, behind its verdict: `similarity 66.67%, 3 of 3 answers`. */
export function measuresNote({ metrics = [], samples = [] }: CaseResult): string {
  const answered = samples.filter(({ output }) => output !== undefined).length;
  return [
    ...metrics.map(({ type, score }) => `${metricWords[type].toLowerCase()} ${figure(score)}`),
    `${answered} of ${samples.length} ${samples.length === 1 ? 'answer' : 'answers'}`,
  ].join(', ');
}

/** Whether the answers of a case are all good, all bad, or now this and now that. */
export function steadiness({ scores = [] }: CaseResult): 'pass' | 'flaky' | 'fail' {
  const passed = scores.filter((score) => score.passed).length;
  if (passed === 0) return 'fail';
  return passed === scores.length ? 'pass' : 'flaky';
}

function titleOf({ suiteKey, test, rows }: MeasuredTest, tests: readonly MeasuredTest[]): string {
  const suites = new Set(tests.map((each) => each.suiteKey));
  const place = suites.size === 1 ? '' : `${suiteKey}: `;
  const [first] = rows;
  if (rows.length > 1 || first === undefined) return `${place}test ${test}, ${rows.length} cases`;
  const name = first.name ?? first.preview ?? '';
  return `${place}${first.id}${name === '' || name === first.id ? '' : ` ${excerpt(name, NAME)}`}`;
}

/** Two decimals, and 100 only when nothing is missing. */
function figure(score: number | null): string {
  if (score === null) return 'not measured';
  const rounded = (score * 100).toFixed(2);
  return `${score < 1 && rounded === '100.00' ? '99.99' : rounded}%`;
}
