import { plural } from '../../values/index.ts';
import { type CheckedJudge, isUnreliable, kappaWords, type MeasuredShare, shareWords } from '../../verdict/index.ts';

/** The results of a check of judges, suite by suite. `times`: how often each verdict was requested. */
export type JudgeCheckReport = { times: number; suites: SuiteCheck[] };

export type SuiteCheck = {
  suiteKey: string;
  judges: CheckedJudge[];
  /** The number of verdicts that were not requested, because there were enough newer ones. */
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

/** The number of judges that are unreliable by any criterion. */
export function unreliableJudges({ suites }: JudgeCheckReport): number {
  const unreliable = suites.flatMap(({ suiteKey, judges }) =>
    judges.filter(isUnreliable).map(({ judge, model }) => JSON.stringify([suiteKey, judge, model])),
  );
  return new Set(unreliable).size;
}

export function judgeTitle({ judge, model, criterion }: CheckedJudge): { judge: string; criterion: string } {
  return { judge: model === '' ? judge : `${judge} on ${model}`, criterion: criterionWords(criterion) };
}

function criterionWords(criterion: string): string {
  if (criterion === '') return 'all criteria';
  const value: unknown = JSON.parse(criterion);
  if (value === null) return 'no criterion';
  return typeof value === 'string' ? value : criterion;
}

/** Returns the figures measured for a judge, each with its name. */
export function judgeFigures(judge: CheckedJudge, times: number): [name: string, value: string][] {
  const { verdicts, flips, swapped, undecided, unanswered, agreement } = judge;
  const { labels, agreed, sensitivity, specificity, kappa } = agreement;
  return [
    [
      `asked again ${times} times`,
      verdicts === 0 ? 'no stored verdict' : `${plural(verdicts, 'verdict')}, ${differingAnswersText(flips)}`,
    ],
    ...(swapped === undefined ? [] : [tableRow('texts swapped', differingAnswersText(swapped))]),
    ...(undecided === 0 ? [] : [tableRow('without a verdict', `${undecided} of these answers`)]),
    ...(unanswered === 0 ? [] : [tableRow('failed calls', `${unanswered}, not counted`)]),
    ['people', labels === 0 ? 'no labels' : `${plural(labels, 'label')}, agree with ${shareWords(agreed)}`],
    ...(labels === 0
      ? []
      : [
          tableRow('sensitivity', `failed ${shareWords(sensitivity)} of the attempts that people call bad`),
          tableRow('specificity', `passed ${shareWords(specificity)} of the attempts that people call good`),
          tableRow('kappa', kappaWords(kappa)),
        ]),
  ];
}

function tableRow(name: string, value: string): [string, string] {
  return [name, value];
}

function differingAnswersText(share: MeasuredShare): string {
  return share.of === 0 ? 'no answer' : `${shareWords(share)} answers differ`;
}

export const otherVerdictsWords =
  'Verdicts left out, because they belong to no assertion of a case (those of scorer agents and of t.assert.Agent)';

/** Returns which verdicts and reviews a suite's check left out, and why. */
export function judgeCheckNotes({ spared, others, whyUnanswered, leftOut }: SuiteCheck): string[] {
  const { otherChecks, disputed, notAgent, byNobody } = leftOut;
  const notes: [count: number, why: string][] = [
    [spared, 'Older verdicts that were not checked, because the newest are enough'],
    [others, otherVerdictsWords],
    [otherChecks, 'Reviewed attempts that cannot be used, because no judge decided them alone'],
    [disputed, 'Reviewed attempts left out, because people disagree about them'],
    [notAgent, 'Reviewed attempts left out, because they were not the agent’s fault'],
    [byNobody, 'Reviews rejected, because they name no reviewer'],
  ];
  return [
    ...notes.flatMap(([count, why]) => (count === 0 ? [] : [`${why}: ${count}`])),
    ...whyUnanswered.slice(0, 3).map((why) => `A call failed: ${why}`),
  ];
}
