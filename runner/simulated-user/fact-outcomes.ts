import type { UserFact } from '../contract/index.ts';
import { createFinderOfAskedNames } from './asked-facts.ts';
import type { UserContract } from './contract.ts';
import { createCheckOfStatedValue } from './is-value-stated.ts';
import type { AskedFact } from './model-user.ts';
import { normalizeText } from './name-tokens.ts';

export type ConversationTurnTexts = { turn: number; user: string; agent: string };

/**
 * Finds how each fact of a user came up in a conversation. `unlocked` has the facts that the agent asked for in words
 * that only the model of the user recognized.
 */
export function listFactOutcomes(
  contract: UserContract,
  turns: readonly ConversationTurnTexts[],
  unlocked: readonly AskedFact[] = [],
): UserFact[] {
  const { goals, facts, input = '' } = contract;
  const match = createFinderOfAskedNames(contract);
  const values = facts.map(({ name, value }) => ({ name, isToldIn: createCheckOfStatedValue(value) }));
  const askedAt = new Map<string, number>();
  const toldAt = new Map<string, number>();
  let justAsked = new Set<string>();
  for (const { turn, user, agent } of turns) {
    const userText = normalizeText(user);
    for (const { name, isToldIn } of values) {
      if (!toldAt.has(name) && isToldIn(userText, justAsked.has(name))) toldAt.set(name, turn);
    }
    const { facts: named, readBack } = match(agent);
    const byModel = unlocked.filter((fact) => fact.turn === turn);
    justAsked = new Set([...named, ...readBack, ...byModel].map(({ name }) => name));
    for (const name of justAsked) if (!askedAt.has(name)) askedAt.set(name, turn);
  }
  const openings = [input, ...goals].map(normalizeText);
  return values.map(({ name, isToldIn }) => {
    const askedAtTurn = askedAt.get(name);
    const toldAtTurn = toldAt.get(name);
    const turnsOfFact = {
      ...(askedAtTurn === undefined ? {} : { askedAtTurn }),
      ...(toldAtTurn === undefined ? {} : { toldAtTurn }),
      ...(unlocked.some((fact) => fact.name === name) ? { by: 'model' as const } : {}),
    };
    if (openings.some((text) => isToldIn(text))) return { name, state: 'opening', ...turnsOfFact };
    // In each turn, the user speaks before the agent. So if a fact is told in a turn and the agent asks for it in the
    // same turn, it was told first.
    const isUnasked = toldAtTurn !== undefined && (askedAtTurn === undefined || toldAtTurn <= askedAtTurn);
    if (isUnasked) return { name, state: 'volunteered', ...turnsOfFact };
    if (askedAtTurn === undefined) return { name, state: 'never_asked', ...turnsOfFact };
    return { name, state: toldAtTurn === undefined ? 'asked' : 'elicited', ...turnsOfFact };
  });
}
