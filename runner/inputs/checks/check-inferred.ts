import { isSynchronousCheck } from '../../assertions/evaluate-assertion.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { type CaseFinding, errorAt, errorAtKey } from '../finding.ts';
import { collectAssertionLists, isConversation } from './check-conversation.ts';

/**
 * Reports inferred rules that affect how the accepted rules work. `acceptedCase` is the case without the inferred
 * rules.
 */
export function checkInferredRules(authored: AuthoredCase, acceptedCase: AuthoredCase): CaseFinding[] {
  return [
    ...(hasAcceptedRule(acceptedCase) ? [] : [errorAt([], ONLY_INFERRED_MESSAGE)]),
    ...findKindChanges(authored, acceptedCase),
    ...findUnsupportedInferredRules(authored),
    ...findWaitsForInferred(authored),
  ];
}

const ONLY_INFERRED_MESSAGE =
  'this case has only inferred rules, and they cannot fail it; accept one by removing "inferred", or write a rule';

function hasAcceptedRule(acceptedCase: AuthoredCase): boolean {
  const { expected } = acceptedCase;
  const isExpecting = expected !== undefined && expected !== null && !isConversation(acceptedCase);
  return isExpecting || collectAssertionLists(acceptedCase).some(({ rules }) => rules.length > 0);
}

/** Reports inferred rules that turn a case with a single call into a conversation. */
function findKindChanges(authored: AuthoredCase, acceptedCase: AuthoredCase): CaseFinding[] {
  if (isConversation(authored) === isConversation(acceptedCase)) return [];
  const key = authored.never === undefined ? 'checkpoints' : 'never';
  const message = `an inferred rule cannot be in "${key}" of a case of one call; write it under "assert"`;
  return [errorAtKey([key], message)];
}

function findUnsupportedInferredRules(authored: AuthoredCase): CaseFinding[] {
  return collectAssertionLists(authored).flatMap(({ rules, path }) => {
    const isOnCheckpoint = path[0] === 'checkpoints' && authored.checkpoints?.[Number(path[1])]?.inferred === true;
    return rules.flatMap((rule, index): CaseFinding[] => {
      if (!(rule.inferred === true || isOnCheckpoint) || isSynchronousCheck(rule)) return [];
      const message = `an inferred rule cannot be of type "${rule.type}", because only assertions that need no judge and no script can be inferred; remove "inferred"`;
      return [errorAt([...path, index, 'type'], message)];
    });
  });
}

/** Reports `inferred` on rules that do not support it, such as rules inside of another rule. */
export function findMisplacedInferredRules(lists: ReturnType<typeof collectAssertionLists>): CaseFinding[] {
  return lists.flatMap(({ rules, path }) =>
    path.length === 1
      ? []
      : rules.flatMap((rule, index): CaseFinding[] => {
          if (rule.inferred !== true) return [];
          const message =
            path[0] === 'turns'
              ? '"inferred" is not allowed in "turns"; write the rule under "assert"'
              : '"inferred" belongs on the checkpoint, not on its assertion';
          return [errorAtKey([...path, index, 'inferred'], message)];
        }),
  );
}

function findWaitsForInferred({ checkpoints = [] }: AuthoredCase): CaseFinding[] {
  const inferred = new Set(checkpoints.filter((each) => each.inferred === true).map(({ id }) => id));
  return checkpoints.flatMap(({ id, after, inferred: isInferred }, index): CaseFinding[] => {
    const blocker = isInferred === true ? undefined : after.find((other) => inferred.has(other));
    if (blocker === undefined) return [];
    const message = `checkpoint ${JSON.stringify(id)} waits for ${JSON.stringify(blocker)}, which is only inferred; accept that checkpoint, too`;
    return [errorAtKey(['checkpoints', index, 'after'], message)];
  });
}
