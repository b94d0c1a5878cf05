import { ruleToCaseFields } from '../../experiments/infer/index.ts';
import { asJson, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { type InferReport, ruleWords } from './infer-report.ts';

export function inferJson({ reads, cases }: InferReport): string {
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
          words: ruleWords(rule),
          rule: asJson(rule),
          support,
          catches,
          p,
          add: ruleFieldsJson(rule, { reads, isConversation }),
        }),
      ),
      missed,
      left_out: leftOut,
      ...(written === undefined ? {} : { written: written.added, not_written: written.refused }),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function ruleFieldsJson(...[rule, place]: Parameters<typeof ruleToCaseFields>): JsonObject | undefined {
  const fields = ruleToCaseFields(rule, place);
  return fields && { ...fields };
}
