import { conversationKeys } from '../inputs/conversation-keys.ts';
import { isInferredRuleSource, ruleLists } from '../inputs/inferred-rules.ts';
import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../values/index.ts';
import type { CaseSource } from './case-source.ts';
import type { CaseEdit } from './edit-case.ts';
import { createUnusedIdGenerator } from './free-ids.ts';

export type RuleListName = (typeof ruleLists)[number];
/** Rules to add to the lists of a case. */
export type AddedRules = Partial<Record<RuleListName, JsonObject[]>>;

type CaseValueLookup = Pick<CaseSource, 'at'>;

/** The rules that the case does not have yet, accepted or not. The ids of checkpoints are free. */
export function omitExistingRules({ at }: CaseValueLookup, { checkpoints = [], ...others }: AddedRules): AddedRules {
  const missing: AddedRules = {};
  for (const list of ['assert', 'never'] as const) {
    const existing = new Set(listRulesAt(at, list).map(formatRuleContent));
    const rules = others[list]?.filter((rule) => !existing.has(formatRuleContent(rule))) ?? [];
    if (rules.length > 0) missing[list] = rules;
  }
  const added = listNewCheckpoints(listRulesAt(at, 'checkpoints'), checkpoints);
  if (added.length > 0) missing.checkpoints = added;
  return missing;
}

/**
 * Returns the edits that add rules to a case, after its existing rules. An inferred rule goes before a single rule that
 * is not in a list, so that the hash of the case can tell that the author wrote a single rule.
 */
export function createAddRulesEdits(
  source: CaseValueLookup,
  rules: AddedRules,
  standing: 'accepted' | 'inferred',
): CaseEdit[] {
  const { at } = source;
  const edits = ruleLists.flatMap((list) => {
    const existing = at([list]);
    const isSingle = existing !== undefined && !Array.isArray(existing);
    const count = listRulesAt(at, list).length;
    return (rules[list] ?? []).map((rule, index): CaseEdit => {
      const value = standing === 'inferred' ? { ...rule, inferred: true } : rule;
      const isBefore = isSingle && index === 0 && standing === 'inferred';
      return { kind: 'insert', path: [list], index: isBefore ? 0 : count + index, value };
    });
  });
  return standing === 'accepted' && rules.assert !== undefined
    ? [...edits, ...createCopyExpectedToAssertEdits(source)]
    : edits;
}

/** The edits that accept an inferred rule of a case, and the inferred checkpoints that it waits for. */
export function createAcceptRuleEdits(source: CaseValueLookup, list: RuleListName, index: number): CaseEdit[] {
  const { at } = source;
  const rules = listRulesAt(at, list);
  const accepted = new Set([index]);
  // The list grows while it is read, so that prerequisites of prerequisites are accepted as well.
  for (const position of accepted) {
    const { after = null } = getRuleObject(rules, position);
    for (const id of [after].flat()) {
      const other = rules.findIndex((rule) => isJsonObject(rule) && rule.id === id && isInferredRuleSource(rule));
      if (other !== -1) accepted.add(other);
    }
  }
  const isList = Array.isArray(at([list]));
  const edits = [...accepted].map((position): CaseEdit => {
    return { kind: 'remove', path: [list, ...(isList ? [position] : []), 'inferred'] };
  });
  return list === 'assert' ? [...edits, ...createCopyExpectedToAssertEdits(source)] : edits;
}

/** With an `assert` that decides, `expected` is no longer compared, so the comparison becomes an assertion as well. */
function createCopyExpectedToAssertEdits({ at }: CaseValueLookup): CaseEdit[] {
  const expected = at(['expected']) ?? null;
  const isConversation = conversationKeys.some((key) => at([key]) !== undefined);
  if (expected === null || isConversation || listRulesAt(at, 'assert').some((rule) => !isInferredRuleSource(rule)))
    return [];
  return [{ kind: 'insert', path: ['assert'], index: 0, value: { type: 'equals', value: expected } }];
}

/** Returns the checkpoints that do not exist yet, with ids that no other checkpoint has. */
function listNewCheckpoints(existing: readonly Json[], added: readonly JsonObject[]): JsonObject[] {
  const asserts = new Map(existing.filter(isJsonObject).map(({ id, assert }) => [id, toCanonicalJson(assert ?? null)]));
  const ids = new Map<Json | undefined, string>();
  return added.flatMap(({ id = '', after, ...checkpoint }): JsonObject[] => {
    const assert = toCanonicalJson(checkpoint.assert ?? null);
    if (asserts.get(id) === assert) return [];
    const name = String(id);
    const free = asserts.has(id) ? createUnusedIdGenerator([...asserts.keys()].map(String))(name) : name;
    ids.set(id, free);
    asserts.set(free, assert);
    const before = [after ?? []].flat().map((other) => ids.get(other) ?? other);
    return [{ id: free, ...checkpoint, ...(before.length === 0 ? {} : { after: before }) }];
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
