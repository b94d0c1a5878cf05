import type { CaseEdit, CaseSource } from '../authoring/index.ts';
import type { JudgeExample } from '../contract/index.ts';
import { AppError } from '../host/errors.ts';
import { EXAMPLE_LIMITS, isJsonObject, type Json, type JsonPath } from '../values/index.ts';

/**
 * Returns the edits that add examples to the only judge in `assert` of a case. Skips quotes that the judge already has.
 * Throws if `assert` has no judge or several, or if there would be too many examples.
 */
export function buildAddExamplesEdits(
  { at: valueAt }: CaseSource,
  caseId: string,
  examples: readonly JudgeExample[],
): CaseEdit[] {
  const [judge, ...others] = findJudgePaths(valueAt(['assert']));
  if (judge === undefined || others.length > 0) {
    const count = judge === undefined ? 'no judge' : `${others.length + 1} judges`;
    throw new AppError('invalid_request', `"${caseId}" has ${count} in \`assert\`; examples need exactly one.`);
  }
  const path = [...judge, 'examples'];
  const storedExamples = valueAt(path);
  const list = Array.isArray(storedExamples) ? storedExamples : [];
  const quotes = new Set(list.map((each) => (isJsonObject(each) ? each.quote : undefined)));
  const newExamples = examples.filter(({ quote }) => !quotes.has(quote));
  if (list.length + newExamples.length > EXAMPLE_LIMITS.count) {
    throw new AppError(
      'invalid_request',
      `The judge of "${caseId}" has ${list.length} examples, and ${EXAMPLE_LIMITS.count} at most. Tick ${EXAMPLE_LIMITS.count - list.length} or fewer.`,
    );
  }
  if (list.length === 0) return newExamples.length === 0 ? [] : [{ kind: 'set', path, value: [...newExamples] }];
  return newExamples.map((value, index) => ({ kind: 'insert', path, index: list.length + index, value }));
}

function findJudgePaths(assert: Json | undefined): JsonPath[] {
  if (Array.isArray(assert))
    return assert.flatMap((each, index) => (isJudgeAssertion(each) ? [['assert', index]] : []));
  return isJudgeAssertion(assert) ? [['assert']] : [];
}

function isJudgeAssertion(assertion: Json | undefined): boolean {
  return isJsonObject(assertion) && assertion.type === 'agent';
}
