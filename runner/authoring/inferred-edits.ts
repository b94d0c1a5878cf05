import { conversationKeys } from '../inputs/conversation-keys.ts';
import { isInferredRuleSource, ruleLists } from '../inputs/inferred-rules.ts';
import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../values/index.ts';
import type { CaseSource } from './case-source.ts';
import type { CaseEdit } from './edit-case.ts';
import { createUnusedIdGenerator } from './unused-ids.ts';

export type RuleListName = (typeof ruleLists)[number];
/** Rules to add to a case, by the list to which they belong. */
export type AddedRules = Partial<Record<RuleListName, JsonObject[]>>;

type CaseValueLookup = Pick<CaseSource, 'at'>;

/**
 * Returns those rules that the case does not contain, neither as accepted nor as inferred rules. Checkpoints get unused
 * ids.
 */
export function omitExistingRules(
  { at }: CaseValueLookup,
  { checkpoints = [], ...otherRules }: AddedRules,
): AddedRules {
  const newRules: AddedRules = {};
  for (const list of ['assert', 'never'] as const) {
    const existingContents = new Set(listRulesAt(at, list).map(formatRuleContent));
    const rules = otherRules[list]?.filter((rule) => !existingContents.has(formatRuleContent(rule))) ?? [];
    if (rules.length > 0) newRules[list] = rules;
  }
  const newCheckpoints = listNewCheckpoints(listRulesAt(at, 'checkpoints'), checkpoints);
  if (newCheckpoints.length > 0) newRules.checkpoints = newCheckpoints;
  return newRules;
}

/**
 * Returns the edits that add rules after the existing rules of a case. Exception: an inferred rule comes before an
 * existing single rule that is not in a list, so that the hash of the case can tell that its author wrote a single
 * rule.
 */
export function createAddRulesEdits(
  source: CaseValueLookup,
  rules: AddedRules,
  ruleStatus: 'accepted' | 'inferred',
): CaseEdit[] {
  const { at } = source;
  const edits = ruleLists.flatMap((list) => {
    const existingRules = at([list]);
    const isSingle = existingRules !== undefined && !Array.isArray(existingRules);
    const count = listRulesAt(at, list).length;
    return (rules[list] ?? []).map((rule, index): CaseEdit => {
      const value = ruleStatus === 'inferred' ? { ...rule, inferred: true } : rule;
      const isBefore = isSingle && index === 0 && ruleStatus === 'inferred';
      return { kind: 'insert', path: [list], index: isBefore ? 0 : count + index, value };
    });
  });
  return ruleStatus === 'accepted' && rules.assert !== undefined
    ? [...edits, ...createCopyExpectedToAssertEdits(source)]
    : edits;
}

/**
 * Returns the edits that accept an inferred rule of a case, and with it the inferred checkpoints that must come before
 * it.
 */
export function createAcceptRuleEdits(source: CaseValueLookup, list: RuleListName, index: number): CaseEdit[] {
  const { at } = source;
  const rules = listRulesAt(at, list);
  const acceptedPositions = new Set([index]);
  // The list grows during the loop, so that the predecessors of predecessors are also accepted.
  for (const position of acceptedPositions) {
    const { after = null } = getRuleObject(rules, position);
    for (const id of [after].flat()) {
      const prerequisite = rules.findIndex(
        (rule) => isJsonObject(rule) && rule.id === id && isInferredRuleSource(rule),
      );
      if (prerequisite !== -1) acceptedPositions.add(prerequisite);
    }
  }
  const isList = Array.isArray(at([list]));
  const edits = [...acceptedPositions].map((position): CaseEdit => {
    return { kind: 'remove', path: [list, ...(isList ? [position] : []), 'inferred'] };
  });
  return list === 'assert' ? [...edits, ...createCopyExpectedToAssertEdits(source)] : edits;
}

/**
 * If a case has an accepted `assert`, its `expected` is not compared any more. To keep this check, it is added as an
 * assertion.
 */
function createCopyExpectedToAssertEdits({ at }: CaseValueLookup): CaseEdit[] {
  const expected = at(['expected']) ?? null;
  const isConversation = conversationKeys.some((key) => at([key]) !== undefined);
  if (expected === null || isConversation || listRulesAt(at, 'assert').some((rule) => !isInferredRuleSource(rule)))
    return [];
  return [{ kind: 'insert', path: ['assert'], index: 0, value: { type: 'equals', value: expected } }];
}

/** Returns the checkpoints that do not exist yet, with unused ids. */
function listNewCheckpoints(
  existingCheckpoints: readonly Json[],
  addedCheckpoints: readonly JsonObject[],
): JsonObject[] {
  const assertsById = new Map(
    existingCheckpoints.filter(isJsonObject).map(({ id, assert }) => [id, toCanonicalJson(assert ?? null)]),
  );
  const newIds = new Map<Json | undefined, string>();
  return addedCheckpoints.flatMap(({ id = '', after, ...checkpoint }): JsonObject[] => {
    const assert = toCanonicalJson(checkpoint.assert ?? null);
    if (assertsById.get(id) === assert) return [];
    const name = String(id);
    const unusedId = assertsById.has(id) ? createUnusedIdGenerator([...assertsById.keys()].map(String))(name) : name;
    newIds.set(id, unusedId);
    assertsById.set(unusedId, assert);
    const prerequisites = [after ?? []].flat().map((prerequisite) => newIds.get(prerequisite) ?? prerequisite);
    return [{ id: unusedId, ...checkpoint, ...(prerequisites.length === 0 ? {} : { after: prerequisites }) }];
  });
}

function listRulesAt(at: CaseSource['at'], list: RuleListName): Json[] {
  const rules = at([list]) ?? null;
  return Array.isArray(rules) ? rules : [rules].filter(isJsonObject);
}

function getRuleObject(rules: readonly Json[], index: number): JsonObject {
  const rule = rules[index] ?? null;
  return isJsonObject(rule) ? rule : {};
}

function formatRuleContent(rule: Json): string {
  if (!isJsonObject(rule)) return toCanonicalJson(rule);
  const { inferred: _, ...content } = rule;
  return toCanonicalJson(content);
}
