import type { Summary } from '../contract/index.ts';

type AnswerPaths = NonNullable<Summary['answerPaths']>;

/**
 * Lists the agents' answer paths that matched nothing in a whole run although rules depend on them; undefined if there
 * are none.
 */
export function unseenPaths(paths: AnswerPaths): string | undefined {
  const unseen = paths.filter(({ isFound, isJudged }) => isJudged && !isFound);
  return unseen.length === 0 ? undefined : unseen.map(sentence).join('; ');
}

function sentence({ agentId, key, path, keys }: AnswerPaths[number]): string {
  const last = keys.length === 0 ? 'no keys' : keys.join(', ');
  return `the "${key}" path "${path}" of agent "${agentId}" found nothing in any answer, but rules depend on it: the last answer had ${last}`;
}
