import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import type { CheckedJudge, MeasuredShare } from '../../verdict/index.ts';
import type { JudgeCheckReport, SuiteCheck } from './judge-check-report.ts';

export function judgeCheckJson({ times, suites }: JudgeCheckReport): string {
  return `${JSON.stringify({ times, suites: suites.map(suiteEntry) }, undefined, 2)}\n`;
}

function suiteEntry({ suiteKey, judges, spared, others, whyUnanswered, leftOut }: SuiteCheck): JsonObject {
  return {
    suite: suiteKey,
    judges: judges.map(judgeEntry),
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
function judgeEntry(checked: CheckedJudge): JsonObject {
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
    flips: shareEntry(flips),
    swapped: swapped && shareEntry(swapped),
    labels,
    agreed: shareEntry(agreed),
    false_passes: falsePasses,
    false_failures: falseFailures,
    sensitivity: shareEntry(sensitivity),
    specificity: shareEntry(specificity),
    kappa: kappa && { value: kappa.value, interval: [kappa.low, kappa.high] },
  });
}

function shareEntry({ count, of, low, high }: MeasuredShare): JsonObject {
  return { count, of, rate: of === 0 ? null : count / of, interval: [low, high] };
}
