import { type JudgeAgreement, type LabelledVerdict, type MeasuredShare, measureAgreement } from './agreement.ts';
import type { JudgeIdentity } from './deciding-judge.ts';
import {
  assessJudgeReliability,
  computeFlipRate,
  type JudgeMeasurements,
  type JudgeReliability,
  type RepeatedCount,
} from './judge-reliability.ts';
import { listUnreliabilityReasons } from './judge-words.ts';

/**
 * A stored verdict for which the judge was asked again. `undecided` is the number of answers without a verdict, which
 * count as flips.
 */
export type RepeatedVerdict = JudgeIdentity & {
  again: RepeatedCount;
  swapped?: RepeatedCount | undefined;
  undecided: number;
  /** The number of failed calls. They are not counted as answers, because they say nothing about the judge. */
  unanswered: number;
};

/**
 * The result of checking a judge. An empty criterion means all criteria of the judge together. `reasons` says why
 * the judge is unreliable.
 */
export type CheckedJudge = JudgeIdentity & {
  standing: JudgeReliability;
  reasons: string[];
  verdicts: number;
  flips: MeasuredShare;
  undecided: number;
  unanswered: number;
  swapped?: MeasuredShare | undefined;
  agreement: JudgeAgreement;
};

/**
 * Measures how reliable each judge is, separately for each pair of criterion and model; a judge with several criteria
 * is also measured as a whole.
 */
export function assessJudges(
  repeated: readonly RepeatedVerdict[],
  labelled: readonly LabelledVerdict[],
): CheckedJudge[] {
  const all = [...repeated, ...labelled];
  return [...Map.groupBy(all, ({ judge, model }) => JSON.stringify([judge, model])).values()].flatMap((ofJudge) => {
    const [first] = ofJudge;
    if (first === undefined) return [];
    const criteria = [...new Set(ofJudge.map(({ criterion }) => criterion))];
    const checkedCriteria = criteria.length > 1 ? [...criteria, ''] : criteria;
    return checkedCriteria.map((criterion) => {
      const isVerdictOfThisJudge = (verdict: JudgeIdentity): boolean =>
        verdict.judge === first.judge &&
        verdict.model === first.model &&
        (criterion === '' || verdict.criterion === criterion);
      const question = { judge: first.judge, model: first.model, criterion };
      return {
        ...question,
        ...assessJudge(repeated.filter(isVerdictOfThisJudge), labelled.filter(isVerdictOfThisJudge)),
      };
    });
  });
}

function assessJudge(
  repeated: readonly RepeatedVerdict[],
  labelled: readonly LabelledVerdict[],
): Omit<CheckedJudge, keyof JudgeIdentity> {
  const exchanged = repeated.flatMap(({ swapped }) => swapped ?? []);
  const measured = {
    flips: computeFlipRate(repeated.map(({ again }) => again)),
    ...(exchanged.length === 0 ? {} : { swapped: computeFlipRate(exchanged) }),
    agreement: measureAgreement(labelled),
  } satisfies JudgeMeasurements;
  return {
    ...measured,
    standing: assessJudgeReliability(measured),
    reasons: listUnreliabilityReasons(measured),
    verdicts: repeated.length,
    undecided: sumCounts(repeated.map(({ undecided }) => undecided)),
    unanswered: sumCounts(repeated.map(({ unanswered }) => unanswered)),
  };
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
