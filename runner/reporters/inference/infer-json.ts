import { ruleToCaseFields } from '../../experiments/infer/index.ts';
import { castToJson, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { describeRule, type InferReport } from './infer-report.ts';

export function formatInferJson({ reads, cases }: InferReport): string {
  const document: JsonObject = {
    reads: [...reads],
    cases: cases.map(({ suiteKey, caseId, isConversation, conversations, rules, missed, leftOut, written }) => ({
      suite: suiteKey,
      id: caseId,
      conversations: conversations.map(({ source, runId, attempt, isGood, labelFrom }) => ({
        source,
        run_id: runId,
        attempt,
        label: isGood ? 'good' : 'bad',
        label_from: labelFrom,
        weak: labelFrom === 'case_verdict',
      })),
      rules: rules.map(({ rule, support, catches, p }) =>
        withoutUndefined({
          kind: rule.kind,
          words: describeRule(rule),
          rule: castToJson(rule),
          support,
          catches,
          p,
          add: toRuleFieldsJson(rule, { reads, isConversation }),
        }),
      ),
      missed,
      left_out: leftOut,
      ...(written === undefined ? {} : { written: written.added, not_written: written.refused }),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toRuleFieldsJson(...[rule, place]: Parameters<typeof ruleToCaseFields>): JsonObject | undefined {
  const fields = ruleToCaseFields(rule, place);
  return fields && { ...fields };
}
