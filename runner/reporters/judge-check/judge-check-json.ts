import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import type { CheckedJudge, MeasuredShare } from '../../verdict/index.ts';
import type { JudgeCheckOfSuite, JudgeCheckReport } from './judge-check-report.ts';

export function toJudgeCheckJson({ times, suites }: JudgeCheckReport): string {
  return `${JSON.stringify({ times, suites: suites.map(toSuiteEntry) }, undefined, 2)}\n`;
}

function toSuiteEntry({ suiteKey, judges, spared, others, whyUnanswered, leftOut }: JudgeCheckOfSuite): JsonObject {
  return {
    suite: suiteKey,
    judges: judges.map(toJudgeEntry),
    not_asked: spared,
    not_askable: others,
    failed_calls: whyUnanswered,
    reviews_left_out: {
      other_checks: leftOut.otherChecks,
      disputed: leftOut.disputed,
      not_agent: leftOut.notAgent,
      by_nobody: leftOut.byNobody,
    },
  };
}

/** `criterion` is null if the judge has no criteria, and missing in the entry for all criteria of a judge together. */
function toJudgeEntry(checked: CheckedJudge): JsonObject {
  const { judge, model, criterion, standing, reasons, verdicts, flips, swapped, undecided, unanswered } = checked;
  const { labels, agreed, falsePasses, falseFailures, sensitivity, specificity, kappa } = checked.agreement;
  return withoutUndefined({
    judge,
    connector: model === '' ? undefined : model,
    criterion: criterion === '' ? undefined : JSON.parse(criterion),
    ...(criterion === '' ? { all_criteria: true } : {}),
    standing,
    reasons,
    verdicts,
    undecided,
    unanswered,
    flips: toShareEntry(flips),
    swapped: swapped && toShareEntry(swapped),
    labels,
    agreed: toShareEntry(agreed),
    false_passes: falsePasses,
    false_failures: falseFailures,
    sensitivity: toShareEntry(sensitivity),
    specificity: toShareEntry(specificity),
    kappa: kappa && { value: kappa.value, interval: [kappa.low, kappa.high] },
  });
}

function toShareEntry({ count, of, low, high }: MeasuredShare): JsonObject {
  return { count, of, rate: of === 0 ? null : count / of, interval: [low, high] };
}
