import { ruleAsFields } from '../../experiments/infer/index.ts';
import { asJson, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { type InferReport, ruleWords } from './infer-report.ts';

export function inferJson({ reads, cases }: InferReport): string {
  const document: JsonObject = {
    reads: [...reads],
    cases: cases.map(({ suiteKey, caseId, conversations, rules, missed, leftOut }) => ({
      suite: suiteKey,
      id: caseId,
      conversations: conversations.map(({ source, isGood, isWeak }) => ({
        source,
        label: isGood ? 'good' : 'bad',
        weak: isWeak,
      })),
      rules: rules.map(({ rule, support, catches, p }) =>
        withoutUndefined({
          kind: rule.kind,
          words: ruleWords(rule),
          rule: asJson(rule),
          support,
          catches,
          p,
          add: ruleAsFields(rule, reads),
        }),
      ),
      missed,
      left_out: leftOut,
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
