import { allowsAnything, isInvariantCheck } from '../assertions/assertion-types.ts';
import type { Assertion, AuthoredCase, Checkpoint } from '../contract/index.ts';
import type { JsonPath } from '../values/index.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { contradictions } from './check-contradictions.ts';
import { conversationKeys } from './conversation-keys.ts';
import { errorAt, errorAtKey, type Finding, warningAtKey, withCure } from './finding.ts';

/** A case that is played turn by turn; any other is one call. */
export function isConversation(authored: AuthoredCase): boolean {
  return conversationKeys.some((key) => authored[key] !== undefined);
}

/** Returns what is wrong with the rules of a conversation, beside its single assertions. */
export function checkConversation(authored: AuthoredCase): Finding[] {
  const { checkpoints = [], assert, never = [], turns = [] } = authored;
  const ofTurns = turns.flatMap(({ assert: own = [] }) => own);
  const canFail = [assert ?? [], never, ofTurns].some((rules) => !rules.every(allowsAnything));
  return [
    ...uselessKeys(authored),
    ...checkCheckpoints(checkpoints),
    ...(canFail || checkpoints.some(({ required }) => required) ? [] : [nothingFails(checkpoints)]),
    ...checkEnding(authored),
    ...optionalBlockers(checkpoints),
    ...contradictions(authored),
    ...listsOfTurns(authored).flatMap(({ rules, path }) => checkScopes(rules, path)),
  ];
}

/** Every list of assertions of a conversation with its place in the case. */
export function assertionLists(authored: AuthoredCase): AssertionList[] {
  return [{ rules: authored.assert ?? [], path: ['assert'] }, ...listsOfTurns(authored)];
}

type AssertionList = { rules: readonly Assertion[]; path: JsonPath };

/** The lists that see single turns. */
function listsOfTurns({ checkpoints = [], never = [], turns = [] }: AuthoredCase): AssertionList[] {
  return [
    ...checkpoints.map(({ assert: rules }, index) => ({ rules, path: ['checkpoints', index, 'assert'] })),
    ...turns.map(({ assert: rules = [] }, index) => ({ rules, path: ['turns', index, 'assert'] })),
    { rules: never, path: ['never'] },
  ];
}

function nothingFails(checkpoints: readonly Checkpoint[]): Finding {
  if (checkpoints.length > 0) {
    return errorAt(['checkpoints'], 'no checkpoint is required, so the case could not fail');
  }
  const message =
    'nothing in this conversation can fail; it needs "checkpoints", "assert", "never", or "assert" in "turns"';
  return errorAt([], message);
}

function uselessKeys(authored: AuthoredCase): Finding[] {
  const { turns, checkpoints } = authored;
  const useless: [keyof AuthoredCase, string][] = [['expected', 'in a conversation; write an "assert"']];
  if (checkpoints === undefined) useless.push(['strict', 'without "checkpoints"']);
  if (turns !== undefined) {
    useless.push(
      ['simulator', 'beside "turns"; they are what the user says'],
      ['max_turns', 'beside "turns"; all are played'],
    );
    useless.push(['until', 'beside "turns"; all are played']);
  }
  return useless.flatMap(([key, why]) => {
    if (authored[key] === undefined) return [];
    return [withCure(warningAtKey([key], `"${key}" has no effect ${why}`), { kind: 'remove' })];
  });
}

function checkEnding({ until, checkpoints = [] }: AuthoredCase): Finding[] {
  if (until !== 'checkpoints') return [];
  const canBeReached = checkpoints.some(({ required, assert }) => required && !assert.every(isInvariantCheck));
  if (canBeReached) return [];
  const message = '"until" is "checkpoints", but no required checkpoint can be reached; write "done"';
  return [errorAt(['until'], message)];
}

function optionalBlockers(checkpoints: readonly Checkpoint[]): Finding[] {
  const optional = new Set(checkpoints.filter(({ required }) => !required).map(({ id }) => id));
  return checkpoints.flatMap(({ id, after, required }, index) => {
    const blocker = required ? after.find((other) => optional.has(other)) : undefined;
    if (blocker === undefined) return [];
    const message = `required checkpoint ${JSON.stringify(id)} waits for ${JSON.stringify(blocker)}, which is optional`;
    return [warningAtKey(['checkpoints', index, 'after'], message)];
  });
}

function checkScopes(rules: readonly Assertion[], path: JsonPath): Finding[] {
  return rules.flatMap((assertion, index) => {
    const at = [...path, index];
    if (assertion.type === 'snapshot' && path[0] !== 'turns') {
      const message = `"${path[0]}" is tried in every turn, so there is no one answer to keep as its snapshot`;
      return [errorAt([...at, 'type'], message)];
    }
    if (assertion.type === 'state') {
      const place = path[0] === 'checkpoints' ? 'a checkpoint' : `"${path[0]}"`;
      return [
        errorAt(
          [...at, 'type'],
          `"state" cannot stand in ${place}: it is judged when the case ends; write it under "assert"`,
        ),
      ];
    }
    if (path[0] === 'never' && (assertion.type === 'tools' || assertion.type === 'limits')) {
      return [errorAt([...at, 'type'], `"${assertion.type}" cannot stand in "never"; write it under "assert"`)];
    }
    if (!('on' in assertion) || assertion.on === undefined) return [];
    return [withCure(errorAtKey([...at, 'on'], '"on" has no effect here: only one turn is seen'), { kind: 'remove' })];
  });
}
