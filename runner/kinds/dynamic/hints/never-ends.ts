import { type HintRule, simulatorHint } from './conversation-facts.ts';

/** All required checkpoints are reached, but the simulator never declared its goal achieved. */
export const neverEnds: HintRule = ({ messages, checkpoints, turns, endReason }) => {
  const required = checkpoints.filter(({ required: isRequired, invariant }) => isRequired && invariant === undefined);
  const isReached = required.length > 0 && required.every(({ reached }) => reached);
  if (endReason !== 'max_turns' || messages.length === 0 || !isReached) return [];
  const last = Math.max(...required.map(({ reachedAtTurn = 1 }) => reachedAtTurn));
  const evidence = `all required checkpoints were reached in turn ${last}, but it continued to turn ${turns.at(-1)?.turn ?? last}`;
  return [
    simulatorHint({ kind: 'never_ends', severity: 'minor', rule: 'never reports its goal as achieved', evidence }),
  ];
};
