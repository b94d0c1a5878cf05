import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { listRequiredTools, listToolsMatchedByAnyCall } from '../../assertions/tool-called.ts';
import type { Assertion, AuthoredCase, Checkpoint } from '../../contract/index.ts';
import type { JsonPath } from '../../values/index.ts';
import { type CaseFinding, errorAt } from '../finding.ts';

/** A rule of a case, its path, and a readable name for that path. */
type CaseRule = { assertion: Assertion; path: JsonPath; place: string };

/**
 * Finds pairs of contradicting rules: one rule requires what the other forbids, so no conversation can satisfy both.
 */
export function findContradictions(authored: AuthoredCase): CaseFinding[] {
  const forbidding = listForbiddingRules(authored);
  if (forbidding.length === 0) return [];
  const required = listRequiredRules(authored);
  return forbidding.flatMap((rule) => {
    const other = required.find((each) => isForbiddenBy(rule.assertion, each.assertion));
    if (other === undefined) return [];
    const message = `${rule.place} forbids what ${other.place} requires, so the case could not pass; leave one of them out`;
    return [errorAt(rule.path, message)];
  });
}

/** Returns the rules that must hold at least once, whatever ends the conversation. */
function listRequiredRules({ assert = [], checkpoints = [], turns = [] }: AuthoredCase): CaseRule[] {
  const caseRules = toCaseRules(assert, ['assert'], '"assert"');
  const checkpointRules = checkpoints.flatMap((checkpoint, index) =>
    checkpoint.required && !isInvariant(checkpoint) ? toCheckpointRules(checkpoint, index) : [],
  );
  const turnRules = turns.flatMap(({ assert: turnRulesOfTurn = [] }, index) =>
    toCaseRules(turnRulesOfTurn, ['turns', index, 'assert'], `turn ${index + 1}`),
  );
  return [...caseRules, ...checkpointRules, ...turnRules].filter(({ assertion }) => !isForbiddingAssertion(assertion));
}

/**
 * Returns the rules that forbid something in every turn. Forbidding checkpoints with prerequisites are left out,
 * because they do not apply to earlier turns.
 */
function listForbiddingRules({ assert = [], never = [], checkpoints = [] }: AuthoredCase): CaseRule[] {
  const rules = toCaseRules(never, ['never'], '"never"').filter(({ assertion }) => !isForbiddingAssertion(assertion));
  if (assert.some(isForbiddingAssertion)) {
    rules.push(
      ...toCaseRules(assert, ['assert'], '"assert"').filter(({ assertion }) => isForbiddingAssertion(assertion)),
    );
  }
  for (const [index, checkpoint] of checkpoints.entries()) {
    if (checkpoint.required && checkpoint.after.length === 0 && isInvariant(checkpoint)) {
      rules.push(...toCheckpointRules(checkpoint, index));
    }
  }
  return rules;
}

function isInvariant({ assert }: Checkpoint): boolean {
  return assert.every(isForbiddingAssertion);
}

function toCheckpointRules({ id, assert }: Checkpoint, index: number): CaseRule[] {
  return toCaseRules(assert, ['checkpoints', index, 'assert'], `checkpoint ${JSON.stringify(id)}`);
}

function toCaseRules(rules: readonly Assertion[], path: JsonPath, listName: string): CaseRule[] {
  return rules.map((assertion, index) => ({ assertion, path: [...path, index], place: listName }));
}

/**
 * Returns true only if the contradiction is certain: every call or text that satisfies the required rule breaks the
 * forbidding one.
 */
function isForbiddenBy(forbidding: Assertion, required: Assertion): boolean {
  const text = findPlainTextOfRule(forbidding);
  if (text !== undefined) return required.type === 'contains' && findPlainTextOfRule(required)?.includes(text) === true;
  if (forbidding.type !== 'tool_called' || required.type !== 'tool_called') return false;
  const forbidden = listToolsMatchedByAnyCall(forbidding);
  const requiredTools = listRequiredTools(required);
  return requiredTools.length > 0 && requiredTools.every((name) => forbidden.includes(name));
}

/** Returns the text of a check that compares exactly and is not limited to certain turns. */
function findPlainTextOfRule(assertion: Assertion): string | undefined {
  if (assertion.type !== 'contains' && assertion.type !== 'not_contains') return undefined;
  const { value, ignore_case: ignoresCase, ignore_space: ignoresSpace, numbers, on } = assertion;
  const isPlain = [ignoresCase, ignoresSpace, numbers].every((each) => each !== true) && on !== 'any' && on !== 'last';
  return isPlain && typeof value === 'string' ? value : undefined;
}
