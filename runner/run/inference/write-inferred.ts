import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { type AddedRules, ruleLists } from '../../authoring/index.ts';
import {
  assertionSchema,
  checkpointSchema,
  type InferredRules,
  type StandardOrDynamicCase,
} from '../../contract/index.ts';
import { type InferredRule, ruleToCaseFields } from '../../experiments/infer/index.ts';
import type { Database } from '../../history/db/index.ts';
import { AppError } from '../../host/errors.ts';
import { isConversation } from '../../kinds/kinds.ts';
import { judgeRecording } from '../../kinds/recorded/judge-recording.ts';
import type { RecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';
import { describeRule, type InferredCaseReport } from '../../reporters/inference/infer-report.ts';
import { addInferredRules } from '../../workspace/index.ts';
import { readRecordings } from './read-recordings.ts';

type WrittenRulesOfCase = NonNullable<InferredCaseReport['written']>;

/** The rules of a case, and its good conversations. */
export type InferredCaseRules = {
  suiteKey: string;
  testCase: StandardOrDynamicCase;
  rules: readonly InferredRule[];
  good: readonly { source: string; runId: string; attempt: number }[];
};

/** A rule in the form of fields of its case. `problem` is the reason why the rule must not be written. */
type InferredRuleDraft = { words: string; fields: AddedRules | undefined; problem: string | undefined };

/**
 * Writes rules into case files, with `inferred` on each. After a rule was converted to fields of the case, it is
 * checked again: if a good conversation fails it, it is not written.
 */
export async function writeInferredRulesToFiles<Task extends InferredCaseRules>(
  tasks: readonly Task[],
  { workspace, reads, database }: { workspace: string; reads: readonly string[]; database: Database },
): Promise<Map<Task, WrittenRulesOfCase>> {
  const drafts = new Map(tasks.map((task) => [task, createRuleDrafts(task, reads)]));
  const goodReferences = tasks.flatMap((task) =>
    task.good.map((each) => ({ ...each, task, suiteKey: task.suiteKey, caseId: task.testCase.id })),
  );
  for await (const { attempt, recording } of readRecordings(database, goodReferences)) {
    await judgeDraftsByGoodConversation(drafts.get(attempt.task) ?? [], attempt, recording.answer);
  }
  const writtenRules = new Map<Task, WrittenRulesOfCase>();
  for (const [task, ofCase] of drafts) writtenRules.set(task, await writeRulesOfCase(workspace, task, ofCase));
  return writtenRules;
}

function createRuleDrafts({ testCase, rules }: InferredCaseRules, reads: readonly string[]): InferredRuleDraft[] {
  return rules.map(({ rule }) => {
    const fields = ruleToCaseFields(rule, { reads, isConversation: isConversation(testCase) });
    const problem = fields === undefined ? 'a case with a single call cannot express this rule' : undefined;
    return { words: `${rule.kind} ${describeRule(rule)}`, fields, problem };
  });
}

async function writeRulesOfCase(
  workspace: string,
  { suiteKey, testCase }: InferredCaseRules,
  drafts: readonly InferredRuleDraft[],
): Promise<WrittenRulesOfCase> {
  const sound: AddedRules = {};
  for (const { fields, problem } of drafts) if (problem === undefined) addRules(sound, fields ?? {});
  const refused = drafts.flatMap(({ words, problem }) =>
    problem === undefined ? [] : [{ rule: words, reason: problem }],
  );
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

function addRules(rules: AddedRules, fields: AddedRules): void {
  for (const list of ruleLists) {
    const ownRules = fields[list];
    if (ownRules !== undefined) rules[list] = [...(rules[list] ?? []), ...ownRules];
  }
}

/** Judges a good conversation by each proposed rule separately, and records the rules that it violates. */
async function judgeDraftsByGoodConversation(
  drafts: readonly InferredRuleDraft[],
  { task, source }: { task: InferredCaseRules; source: string },
  answer: RecordedAnswer,
): Promise<void> {
  for (const draft of drafts) {
    if (draft.fields === undefined || draft.problem !== undefined) continue;
    const { hopeful } = await judgeRecording({
      testCase: keepOnlyInferredRules(task.testCase, validateAddedRules(draft.fields)),
      answer,
      judge: async ({ assertion, subject }) => evaluateAssertionSynchronously({ assertion, subject }),
    });
    if (hopeful.inferred?.some(({ status }) => status !== 'passed')) {
      draft.problem = `the rule would fail ${source}, which is good`;
    }
  }
}

function validateAddedRules({ assert = [], never = [], checkpoints = [] }: AddedRules): InferredRules {
  return {
    assertions: assert.map((rule) => assertionSchema.parse(rule)),
    never: never.map((rule) => assertionSchema.parse(rule)),
    checkpoints: checkpoints.map((rule) => checkpointSchema.parse(rule)),
  };
}

/**
 * Removes the case's existing rules for this check, because they could end the conversation before the proposed rules
 * are judged.
 */
function keepOnlyInferredRules(testCase: StandardOrDynamicCase, inferred: InferredRules): StandardOrDynamicCase {
  if (!isConversation(testCase)) return { ...testCase, assertions: [], expected: undefined, inferred };
  const { turns, ...others } = testCase;
  const caseWithoutRules = {
    ...others,
    checkpoints: [],
    assertions: [],
    never: [],
    strict: false,
    until: 'done' as const,
  };
  if (turns === undefined) return { ...caseWithoutRules, inferred };
  return { ...caseWithoutRules, turns: turns.map(({ input }) => ({ input })), inferred };
}
