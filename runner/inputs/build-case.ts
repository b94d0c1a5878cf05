import { type AuthoredCase, DEFAULT_MAX_TURNS, parseDuration, type TestCase } from '../contract/index.ts';

type Origin = { authored: AuthoredCase; hash: string; line: number | undefined };

/** A case as the engine runs it: dynamic when it has checkpoints, standard otherwise. */
export function buildCase({ authored, hash, line }: Origin): TestCase {
  const { id, assert, expected, timeout, input, checkpoints, simulator, max_turns: maxTurns, ...basis } = authored;
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout);
  const common = {
    id,
    hash,
    ...(line === undefined ? {} : { line }),
    ...basis,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(simulator === undefined ? {} : { simulator }),
  };
  if (checkpoints !== undefined) {
    const parts = { checkpoints, maxTurns: maxTurns ?? DEFAULT_MAX_TURNS };
    return { kind: 'dynamic', ...common, ...(input === undefined ? {} : { input }), ...parts };
  }
  const judged = expected === undefined || expected === null ? {} : { expected };
  return { kind: 'standard', ...common, input: input ?? '', assertions: assert ?? [], ...judged };
}
