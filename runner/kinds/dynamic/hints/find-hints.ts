import type { Fault } from '../../../contract/index.ts';
import { type ConversationFacts, collectFacts, type HintRule } from './conversation-facts.ts';
import { earlyEnd } from './early-end.ts';
import { invented } from './invented.ts';
import { language } from './language.ts';
import { leak } from './leak.ts';
import { neverEnds } from './never-ends.ts';
import { obeys } from './obeys.ts';
import { repeat } from './repeat.ts';
import { roleSwap } from './role-swap.ts';
import { withheld } from './withheld.ts';

const rules: readonly HintRule[] = [repeat, leak, invented, earlyEnd, roleSwap, obeys, language, neverEnds, withheld];

/**
 * Finds probable mistakes of the simulator in a finished conversation. Calls no models and does not affect the result.
 */
export function findHints(played: Parameters<typeof collectFacts>[0]): Fault[] {
  if (played.testCase.simulator === undefined) return [];
  const facts: ConversationFacts = collectFacts(played);
  return facts.turns.length === 0 ? [] : rules.flatMap((rule) => rule(facts));
}
