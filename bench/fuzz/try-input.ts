import { createRandom } from './random.ts';
import type { Target } from './targets/target.ts';

/** A stored finding: the target and the input for which a property does not hold. */
export type Finding = { target: string; seed: number; input: string; why: string };

const seedsOf = new Map<string, Promise<string[]>>();

/** Generates an input of a fuzz target from a seed. */
export async function buildInput(target: Target, seed: number): Promise<string> {
  const seeds = seedsOf.get(target.name) ?? Promise.resolve(target.seeds());
  seedsOf.set(target.name, seeds);
  return target.mutate(await seeds, createRandom(seed));
}

/** Returns why a property does not hold for an input; undefined if all hold. */
export async function tryInput(target: Target, input: string): Promise<string | undefined> {
  try {
    await target.check(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n') : String(error);
  }
}
