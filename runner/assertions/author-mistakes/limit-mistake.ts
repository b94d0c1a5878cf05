import type { AssertionOf, Subject } from '../subject.ts';

/** The lowest plausible price of a million tokens. A lower one was probably meant as the price of a single token. */
const LOWEST_PRICE_PER_MILLION = 0.000_01;

export function findMissingPrice(limits: AssertionOf<'limits'>, { cost, tokens = 0 }: Subject): string | undefined {
  if (limits.cost === undefined || cost === undefined || tokens === 0) return undefined;
  if (cost === 0) return 'a rule limits the cost, but every price of the agent is 0';
  return (cost / tokens) * 1e6 < LOWEST_PRICE_PER_MILLION
    ? 'a rule limits the cost, but a million tokens cost less than 0.00001 here; prices are for a million tokens'
    : undefined;
}

export function findMissingTokens(limits: AssertionOf<'limits'>, { tokens, text }: Subject): string | undefined {
  return limits.tokens !== undefined && tokens === 0 && text !== ''
    ? 'a rule limits the tokens, but the agent reports 0 for an answer with text'
    : undefined;
}
