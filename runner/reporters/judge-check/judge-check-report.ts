import { formatCountWithNoun } from '../../values/index.ts';
import {
  type CheckedJudge,
  formatKappaWithInterval,
  formatMeasuredShare,
  isUnreliableJudge,
  type MeasuredShare,
} from '../../verdict/index.ts';

/** The results of a check of judges, suite by suite. `times` is how often each verdict was requested. */
export type JudgeCheckReport = { times: number; suites: JudgeCheckOfSuite[] };

export type JudgeCheckOfSuite = {
  suiteKey: string;
  judges: CheckedJudge[];
  /** The number of verdicts that were not requested again, because enough newer ones were requested. */
  spared: number;
  /** Verdicts that cannot be requested again: those of agents that score rows, and of script tests. */
  others: number;
  whyUnanswered: string[];
  /**
   * Counts of reviewed attempts that cannot be used to assess a judge, by reason. `byNobody` counts reviews without a
   * reviewer.
   */
  leftOut: { otherChecks: number; disputed: number; notAgent: number; byNobody: number };
};

/** The number of judges that are unreliable according to at least one measure. */
export function countUnreliableJudges({ suites }: JudgeCheckReport): number {
  const unreliable = suites.flatMap(({ suiteKey, judges }) =>
    judges.filter(isUnreliableJudge).map(({ judge, model }) => JSON.stringify([suiteKey, judge, model])),
  );
  return new Set(unreliable).size;
}

export function buildJudgeTitle({ judge, model, criterion }: CheckedJudge): { judge: string; criterion: string } {
  return { judge: model === '' ? judge : `${judge} on ${model}`, criterion: describeCriterion(criterion) };
}

function describeCriterion(criterion: string): string {
  if (criterion === '') return 'all criteria';
  const value: unknown = JSON.parse(criterion);
  if (value === null) return 'no criterion';
  return typeof value === 'string' ? value : criterion;
}

/** Returns the figures measured for a judge, each with its name. */
export function listJudgeFigures(judge: CheckedJudge, times: number): [name: string, value: string][] {
  const { verdicts, flips, swapped, undecided, unanswered, agreement } = judge;
  const { labels, agreed, sensitivity, specificity, kappa } = agreement;
  return [
    [
      `asked again ${times} times`,
      verdicts === 0
        ? 'no stored verdict'
        : `${formatCountWithNoun(verdicts, 'verdict')}, ${formatDifferingAnswers(flips)}`,
    ],
    ...(swapped === undefined ? [] : [formatTableRow('texts swapped', formatDifferingAnswers(swapped))]),
    ...(undecided === 0 ? [] : [formatTableRow('without a verdict', `${undecided} of these answers`)]),
    ...(unanswered === 0 ? [] : [formatTableRow('failed calls', `${unanswered}, not counted`)]),
    [
      'people',
      labels === 0 ? 'no labels' : `${formatCountWithNoun(labels, 'label')}, agree with ${formatMeasuredShare(agreed)}`,
    ],
    ...(labels === 0
      ? []
      : [
          formatTableRow(
            'sensitivity',
            `failed ${formatMeasuredShare(sensitivity)} of the attempts that people call bad`,
          ),
          formatTableRow(
            'specificity',
            `passed ${formatMeasuredShare(specificity)} of the attempts that people call good`,
          ),
          formatTableRow('kappa', formatKappaWithInterval(kappa)),
        ]),
  ];
}

function formatTableRow(name: string, value: string): [string, string] {
  return [name, value];
}

function formatDifferingAnswers(share: MeasuredShare): string {
  return share.of === 0 ? 'no answer' : `${formatMeasuredShare(share)} answers differ`;
}

export const otherVerdictsNote =
  'Verdicts left out, because they belong to no assertion of a case (those of scorer agents and of t.assert.Agent)';

/** Returns which verdicts and reviews a suite's check left out, and why. */
export function listJudgeCheckNotes({ spared, others, whyUnanswered, leftOut }: JudgeCheckOfSuite): string[] {
  const { otherChecks, disputed, notAgent, byNobody } = leftOut;
  const notes: [count: number, why: string][] = [
    [spared, 'Older verdicts that were not checked, because the newest are enough'],
    [others, otherVerdictsNote],
    [otherChecks, 'Reviewed attempts that do not count here, because other checks than the judge decided them, too'],
    [disputed, 'Reviewed attempts left out, because people disagree about them'],
    [notAgent, 'Reviewed attempts left out, because they were not the agent’s fault'],
    [byNobody, 'Reviews rejected, because they name no reviewer'],
  ];
  return [
    ...notes.flatMap(([count, why]) => (count === 0 ? [] : [`${why}: ${count}`])),
    ...whyUnanswered.slice(0, 3).map((why) => `A call failed: ${why}`),
  ];
}
