import { type JudgeAgreement, type LabelledVerdict, type MeasuredShare, measureAgreement } from './agreement.ts';
import type { JudgeQuestion } from './deciding-judge.ts';
import {
  assessJudgeReliability,
  flipRate,
  type JudgeReliability,
  type MeasuredJudge,
  type RepeatedCount,
} from './judge-standing.ts';
import { reasonsAgainst } from './judge-words.ts';

/**
 * A stored verdict that was requested again. `undecided` is the number of answers without a verdict, which count as
 * flips.
 */
export type RepeatedVerdict = JudgeQuestion & {
  again: RepeatedCount;
  swapped?: RepeatedCount | undefined;
  undecided: number;
  /** The number of failed calls, which say nothing about the judge. */
  unanswered: number;
};

/**
 * The result of checking a judge. An empty criterion means all criteria of the judge together. `reasons` says why
 * the judge is unreliable.
 */
export type CheckedJudge = JudgeQuestion & {
  standing: JudgeReliability;
  reasons: string[];
  verdicts: number;
  flips: MeasuredShare;
  undecided: number;
  unanswered: number;
  swapped?: MeasuredShare | undefined;
  agreement: JudgeAgreement;
};

/** Checks each judge by criterion and model; a judge with several criteria also as a whole. */
export function checkJudges(
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
      const isOwn = (verdict: JudgeQuestion): boolean =>
        verdict.judge === first.judge &&
        verdict.model === first.model &&
        (criterion === '' || verdict.criterion === criterion);
      const question = { judge: first.judge, model: first.model, criterion };
      return { ...question, ...checkJudge(repeated.filter(isOwn), labelled.filter(isOwn)) };
    });
  });
}

function checkJudge(
  repeated: readonly RepeatedVerdict[],
  labelled: readonly LabelledVerdict[],
): Omit<CheckedJudge, keyof JudgeQuestion> {
  const exchanged = repeated.flatMap(({ swapped }) => swapped ?? []);
  const measured = {
    flips: flipRate(repeated.map(({ again }) => again)),
    ...(exchanged.length === 0 ? {} : { swapped: flipRate(exchanged) }),
    agreement: measureAgreement(labelled),
  } satisfies MeasuredJudge;
  return {
    ...measured,
    standing: assessJudgeReliability(measured),
    reasons: reasonsAgainst(measured),
    verdicts: repeated.length,
    undecided: sumCounts(repeated.map(({ undecided }) => undecided)),
    unanswered: sumCounts(repeated.map(({ unanswered }) => unanswered)),
  };
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
