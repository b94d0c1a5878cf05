import { listUnreachableLimits } from '../../assertions/limits.ts';
import { type Assertion, type AuthoredCase, assertionTypes, DEFAULT_MAX_TURNS } from '../../contract/index.ts';
import { isJsonObject, type Json, type JsonPath, parseDuration } from '../../values/index.ts';
import { type CaseFinding, warningAt, warningAtKey } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';

/** Finds limits that can never be exceeded, tags that select nothing, and rules in places where they have no effect. */
export function checkUnusedParts(authored: AuthoredCase, lists: readonly AssertionList[]): CaseFinding[] {
  return [
    ...lists.flatMap(({ rules, path }) =>
      rules.flatMap((rule, index) => findIdleLimits(rule, { authored, path: [...path, index] })),
    ),
    ...findTagsWithComma(authored),
    ...findRulesInMetadata(authored.metadata, ['metadata']),
    ...findRulesInMetadata(authored.options?.metadata, ['options', 'metadata']),
  ];
}

function findIdleLimits(
  rule: Assertion,
  { authored, path }: { authored: AuthoredCase; path: JsonPath },
): CaseFinding[] {
  if (rule.type !== 'limits' || rule.negate === true) return [];
  const findings: CaseFinding[] = [];
  const maxTurns = path[0] === 'assert' ? computeMaxTurns(authored) : 1;
  if (rule.turns !== undefined && rule.turns >= maxTurns) {
    const message = `"turns" checks nothing: there ${maxTurns === 1 ? 'is only 1 turn' : `are at most ${maxTurns} turns`} here`;
    findings.push(warningAt([...path, 'turns'], message));
  }
  const timeout = parseDuration(authored.timeout ?? '');
  for (const field of timeout === undefined ? [] : listUnreachableLimits(rule, timeout)) {
    const message = `"${field}" checks nothing: the case ends after its "timeout" of ${authored.timeout}`;
    findings.push(warningAt([...path, field], message));
  }
  return findings;
}

function computeMaxTurns({
  simulator,
  checkpoints,
  turns,
  never,
  max_turns: maxTurns = DEFAULT_MAX_TURNS,
}: AuthoredCase): number {
  if (turns !== undefined) return turns.length;
  if (simulator !== undefined) return maxTurns;
  // A conversation without a simulator of its own may get one from a command line flag, so it may take several turns.
  return checkpoints === undefined && never === undefined ? 1 : maxTurns;
}

/** `--tag` separates tags by commas, so it can never select a tag that contains a comma. */
function findTagsWithComma({ tags = [] }: AuthoredCase): CaseFinding[] {
  return tags.flatMap((tag, index) => {
    if (!tag.includes(',') && tag === tag.trim()) return [];
    const singleTags = tag.split(',').map((each) => each.trim());
    const message = `no --tag selects ${JSON.stringify(tag)}; write ${JSON.stringify(singleTags).slice(1, -1)}`;
    return [warningAt(['tags', index], message)];
  });
}

const assertionTypeNames: ReadonlySet<unknown> = new Set(assertionTypes);

const hookReferencePattern = /^(?:scripts[.:])?[\w./-]+_test\.\w+$|^scripts[.:][\w./-]+\.\w+$/;

function findRulesInMetadata(metadata: Json | undefined, path: JsonPath): CaseFinding[] {
  if (metadata === undefined || !isJsonObject(metadata)) return [];
  return Object.entries(metadata).flatMap(([key, value]) => {
    const isHook = /^(?:before|after)$/i.test(key) && typeof value === 'string' && hookReferencePattern.test(value);
    if (isHook)
      return [warningAtKey([...path, key], `"${key}" in "metadata" is not run; move it to the top level of the case`)];
    if (!/^(?:assert(?:ions?)?|never|checkpoints)$/i.test(key) || ![value].flat().some(isRule)) return [];
    return [
      warningAtKey([...path, key], `"${key}" in "metadata" checks nothing; move it to the top level of the case`),
    ];
  });
}

function isRule(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  return (
    assertionTypeNames.has(value.type) ||
    [value.assert ?? null]
      .flat()
      .some((innerAssertion) => isJsonObject(innerAssertion) && assertionTypeNames.has(innerAssertion.type))
  );
}
