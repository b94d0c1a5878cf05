import { allowsAnyCall, isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { Assertion, AuthoredCase, Checkpoint } from '../../contract/index.ts';
import { isOneTypoAway, type JsonPath } from '../../values/index.ts';
import { type CaseFinding, errorAt, errorAtKey, warningAt, warningAtKey, withSuggestedFix } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { findContradictions } from './check-contradictions.ts';
import { checkSimulatedUser } from './check-simulated-user.ts';

/** True for a case that is run turn by turn. In any other case, the agent is called only once. */
export function isConversation(authored: AuthoredCase): boolean {
  const { simulator, checkpoints, turns, never } = authored;
  return simulator !== undefined || checkpoints !== undefined || turns !== undefined || never !== undefined;
}

/** Returns the problems of a conversation's rules, except the problems of single assertions. */
export function checkConversation(authored: AuthoredCase): CaseFinding[] {
  const { checkpoints = [] } = authored;
  const findings = [...findUselessKeys(authored), ...checkCheckpoints(checkpoints)];
  if (!canFail(authored)) findings.push(warnOfNoFailure(checkpoints));
  findings.push(...checkEnding(authored), ...findOptionalPrerequisites(checkpoints), ...findContradictions(authored));
  for (const list of collectTurnAssertionLists(authored)) checkTurnRuleScopes(list, findings);
  findings.push(
    ...findDoubleNegations(authored),
    ...findUncheckedLastTurn(authored),
    ...findMisnamedMetadata(authored),
  );
  findings.push(...checkSimulatedUser(authored));
  return findings;
}

function canFail({ checkpoints = [], assert = [], never = [], turns = [] }: AuthoredCase): boolean {
  if (checkpoints.some(({ required }) => required)) return true;
  const ofTurns = turns.map(({ assert: turnAssertions = [] }) => turnAssertions);
  return [assert, never, ...ofTurns].some((rules) => !rules.every(allowsAnyCall));
}

/** Returns every list of assertions of a case, with its path in the case. */
export function collectAssertionLists(authored: AuthoredCase): AssertionList[] {
  const lists: AssertionList[] = [];
  if (authored.assert !== undefined) lists.push({ rules: authored.assert, path: ['assert'] });
  addTurnAssertionLists(lists, authored);
  return lists;
}

/** The lists of a case whose assertions are checked in every turn. */
function collectTurnAssertionLists(authored: AuthoredCase): AssertionList[] {
  const lists: AssertionList[] = [];
  addTurnAssertionLists(lists, authored);
  return lists;
}

function addTurnAssertionLists(lists: AssertionList[], { checkpoints = [], never, turns = [] }: AuthoredCase): void {
  for (const [index, { assert: rules }] of checkpoints.entries()) {
    lists.push({ rules, path: ['checkpoints', index, 'assert'] });
  }
  for (const [index, { assert: rules }] of turns.entries()) {
    if (rules !== undefined) lists.push({ rules, path: ['turns', index, 'assert'] });
  }
  if (never !== undefined) lists.push({ rules: never, path: ['never'] });
}

function warnOfNoFailure(checkpoints: readonly Checkpoint[]): CaseFinding {
  if (checkpoints.length > 0) {
    return errorAt(['checkpoints'], 'no checkpoint is required, so the case could not fail');
  }
  const message =
    'nothing in this conversation can fail; it needs "checkpoints", "assert", "never", or "assert" in "turns"';
  return errorAt([], message);
}

function findUselessKeys(authored: AuthoredCase): CaseFinding[] {
  const findings: CaseFinding[] = [];
  const warnOfKey = (key: keyof AuthoredCase, reason: string): void => {
    if (authored[key] === undefined) return;
    findings.push(withSuggestedFix(warningAtKey([key], `"${key}" has no effect ${reason}`), { kind: 'remove' }));
  };
  warnOfKey('expected', 'in a conversation; write an "assert"');
  if (authored.checkpoints === undefined) warnOfKey('strict', 'without "checkpoints"');
  else if (authored.checkpoints.every(({ after }) => after.length === 0))
    warnOfKey('strict', 'where no checkpoint has "after": they may be reached in any order');
  for (const [index, { strict, after }] of (authored.checkpoints ?? []).entries()) {
    if (strict === undefined || after.length > 0) continue;
    const useless = warningAtKey(
      ['checkpoints', index, 'strict'],
      '"strict" has no effect on a checkpoint without "after"',
    );
    findings.push(withSuggestedFix(useless, { kind: 'remove' }));
  }
  if (authored.turns === undefined && authored.input !== undefined && authored.max_turns === 1)
    warnOfKey('simulator', 'with "max_turns": 1, because "input" is the only turn; the simulator is never asked');
  if (authored.turns === undefined) return findings;
  warnOfKey('simulator', 'with "turns", because they already are what the user says');
  warnOfKey('max_turns', 'with "turns", because every turn is sent');
  warnOfKey('until', 'with "turns", because every turn is sent');
  return findings;
}

function checkEnding({ until, checkpoints = [] }: AuthoredCase): CaseFinding[] {
  if (until !== 'checkpoints') return [];
  const canBeReached = checkpoints.some(({ required, assert }) => required && !assert.every(isForbiddingAssertion));
  if (canBeReached) return [];
  const message = '"until" is "checkpoints", but no required checkpoint can be reached; write "done"';
  return [errorAt(['until'], message)];
}

function findOptionalPrerequisites(checkpoints: readonly Checkpoint[]): CaseFinding[] {
  if (checkpoints.every(({ required }) => required)) return [];
  const optional = new Set(checkpoints.filter(({ required }) => !required).map(({ id }) => id));
  return checkpoints.flatMap(({ id, after, required }, index) => {
    const blocker = required ? after.find((other) => optional.has(other)) : undefined;
    if (blocker === undefined) return [];
    const message = `required checkpoint ${JSON.stringify(id)} waits for ${JSON.stringify(blocker)}, which is optional`;
    return [warningAtKey(['checkpoints', index, 'after'], message)];
  });
}

function checkTurnRuleScopes({ rules, path }: AssertionList, findings: CaseFinding[]): void {
  for (const [index, assertion] of rules.entries()) {
    const message = explainMisplacedRule(assertion, path);
    if (message !== undefined) {
      findings.push(errorAt([...path, index, 'type'], message));
    } else if ('on' in assertion && assertion.on !== undefined) {
      const useless = errorAtKey([...path, index, 'on'], '"on" has no effect here: only one turn is checked');
      findings.push(withSuggestedFix(useless, { kind: 'remove' }));
    }
  }
}

/**
 * Finds negated checks in `never`. They look like prohibitions but mean the opposite, and nearly every conversation
 * passes them.
 */
function findDoubleNegations({ never = [], assert = [] }: AuthoredCase): CaseFinding[] {
  const inNever = never.flatMap((assertion, index) => {
    if (!isForbiddingAssertion(assertion)) return [];
    const message =
      'a negated check in "never" forbids the opposite: each turn must then match the value; to forbid the value, remove the negation';
    return [warningAt(['never', index], message)];
  });
  const inAny = assert.flatMap((assertion, index) => {
    if (!isForbiddingAssertion(assertion) || !('on' in assertion) || assertion.on !== 'any') return [];
    const message =
      'this assertion passes as soon as one turn does not match it; to forbid a match in all turns, leave out "on"';
    return [warningAt(['assert', index, 'on'], message)];
  });
  return [...inNever, ...inAny];
}

/**
 * Reports a last turn without an assertion, if the case has no rules outside of its turns. Then nothing would check the
 * last answer.
 */
function findUncheckedLastTurn({ turns = [], assert, never, checkpoints }: AuthoredCase): CaseFinding[] {
  const last = turns.at(-1);
  const isElsewhere = [assert, never, checkpoints].some((rules) => rules !== undefined && rules.length > 0);
  if (last === undefined || (last.assert ?? []).length > 0 || isElsewhere) return [];
  return [warningAt(['turns', turns.length - 1], 'nothing checks the answer to the last turn; it has no "assert"')];
}

/** Simulators receive these two metadata values under their own names, and all other metadata as `extra`. */
const namedMetadataKeys = ['persona', 'goal'];

function findMisnamedMetadata({ simulator }: AuthoredCase): CaseFinding[] {
  const metadata = simulator?.options?.metadata ?? {};
  return Object.keys(metadata).flatMap((key) => {
    const intendedKey = namedMetadataKeys.find((name) => key.toLowerCase() === name || isOneTypoAway(key, name));
    if (intendedKey === undefined || Object.hasOwn(metadata, intendedKey)) return [];
    const message = `the simulator receives "${key}" as an extra value; to set its ${intendedKey}, use the key "${intendedKey}"`;
    return [warningAtKey(['simulator', 'options', 'metadata', key], message)];
  });
}

function explainMisplacedRule({ type }: Assertion, [list]: JsonPath): string | undefined {
  if (type === 'snapshot' && list !== 'turns') {
    return `"${list}" is checked in every turn, so there is no single answer to save as its snapshot`;
  }
  if (type === 'state') {
    const listTitle = list === 'checkpoints' ? 'a checkpoint' : `"${list}"`;
    return `"state" cannot be used in ${listTitle}: it is judged when the case ends; write it under "assert"`;
  }
  if (type === 'elicited')
    return `"elicited" needs the whole conversation, so it cannot be used in "${list}"; write it under "assert"`;
  if (list === 'never' && (type === 'tools' || type === 'limits')) {
    return `"${type}" cannot be used in "never"; write it under "assert"`;
  }
  return undefined;
}
