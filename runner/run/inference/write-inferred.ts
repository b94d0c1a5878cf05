import { evaluateSynchronously } from '../../assertions/evaluate-assertion.ts';
import { type AddedRules, ruleLists } from '../../authoring/index.ts';
import { assertionSchema, checkpointSchema, type InferredRules, type WrittenCase } from '../../contract/index.ts';
import { type InferredRule, ruleAsFields } from '../../experiments/infer/index.ts';
import { AppError } from '../../host/errors.ts';
import { isConversation } from '../../kinds/kinds.ts';
import { judgeRecording } from '../../kinds/recorded/judge-recording.ts';
import type { RecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';
import { type ReportedCase, ruleWords } from '../../reporters/inference/infer-report.ts';
import { addInferredRules } from '../../workspace/index.ts';

type WrittenRules = NonNullable<ReportedCase['written']>;
type RuleTask = {
  testCase: WrittenCase;
  rules: readonly InferredRule[];
  reads: readonly string[];
  /** The good conversations of the case. */
  good: readonly { source: string; answer: RecordedAnswer }[];
};

/**
 * Writes rules into a case file, with `inferred` on each. A rule that would break a good conversation, as the case says
 * it, is not written.
 */
export async function writeInferred(
  { workspace, suiteKey }: { workspace: string; suiteKey: string },
  task: RuleTask,
): Promise<WrittenRules> {
  const { testCase, rules } = task;
  const refused: WrittenRules['refused'] = [];
  const sound: AddedRules = {};
  for (const { rule } of rules) {
    const fields = ruleAsFields(rule, { reads: task.reads, isConversation: isConversation(testCase) });
    const reason =
      fields === undefined ? 'a case with a single call cannot express this rule' : await findBroken(fields, task);
    if (reason === undefined) addTo(sound, fields ?? {});
    else refused.push({ rule: `${rule.kind} ${ruleWords(rule)}`, reason });
  }
  try {
    return { added: await addInferredRules({ workspace, suiteKey, caseId: testCase.id }, sound), refused };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      added: 0,
      refused: [...refused, { rule: 'all rules', reason: [error.message, ...error.details].join(' ') }],
    };
  }
}

function addTo(rules: AddedRules, fields: AddedRules): void {
  for (const list of ruleLists) {
    const own = fields[list];
    if (own !== undefined) rules[list] = [...(rules[list] ?? []), ...own];
  }
}

/** Judges the good conversations by the fields alone. Returns why the fields must not be written. */
async function findBroken(fields: AddedRules, { testCase, good }: RuleTask): Promise<string | undefined> {
  const inferred: InferredRules = {
    assertions: (fields.assert ?? []).map((rule) => assertionSchema.parse(rule)),
    never: (fields.never ?? []).map((rule) => assertionSchema.parse(rule)),
    checkpoints: (fields.checkpoints ?? []).map((rule) => checkpointSchema.parse(rule)),
  };
  for (const { source, answer } of good) {
    const { hopeful } = await judgeRecording({
      testCase: withRulesAlone(testCase, inferred),
      answer,
      judge: async ({ assertion, subject }) => evaluateSynchronously({ assertion, subject }),
    });
    if (hopeful.inferred?.some(({ status }) => status !== 'passed')) return `it would break ${source}, which is good`;
  }
  return undefined;
}

/** The rules of the case could end a conversation early, so it is played without them. */
function withRulesAlone(testCase: WrittenCase, inferred: InferredRules): WrittenCase {
  if (!isConversation(testCase)) return { ...testCase, assertions: [], expected: undefined, inferred };
  const { turns, ...others } = testCase;
  const played = { ...others, checkpoints: [], assertions: [], never: [], strict: false, until: 'done' as const };
  if (turns === undefined) return { ...played, inferred };
  return { ...played, turns: turns.map(({ input }) => ({ input })), inferred };
}
