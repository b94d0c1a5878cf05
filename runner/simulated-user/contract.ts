import type { SimulatedUser } from '../contract/index.ts';

export type UserTrait = NonNullable<SimulatedUser['traits']>[number];

/** Something that the user knows, and tells when the agent asks for it. */
export type UserContractFact = { name: string; value: string; aliases: readonly string[] };

/** The goals and facts of a built-in user and the rules for telling them, with all defaults filled in. */
export type UserContract = {
  /** The goals, in the order in which the user brings them up; at least one. */
  goals: readonly string[];
  facts: readonly UserContractFact[];
  /** The names of things that the user does not know. */
  unknown: readonly string[];
  persona?: string;
  traits: readonly UserTrait[];
  /** The number of refusals after which the user ends the conversation. */
  giveUp: number;
  /** The language of the user as a language tag, such as `en`. */
  language: string;
  seed?: string | number;
  by?: 'rules' | 'model';
  /** The text of the user's first message, if the case contains it. */
  input?: string;
};

const DEFAULT_GIVE_UP_AFTER_REFUSALS = 2;

/** Fills in the defaults of a user that is written in a case. `seed` is used if the case sets none. */
export function buildUserContract(
  user: SimulatedUser,
  { seed, input }: { seed: string; input?: string | undefined },
): UserContract {
  const { goal, facts = {}, unknown = [], traits = [], persona, by } = user;
  const contract: UserContract = {
    goals: typeof goal === 'string' ? [goal] : goal,
    facts: Object.entries(facts).map(([name, fact]) =>
      typeof fact === 'object'
        ? { name, value: String(fact.value), aliases: fact.aliases ?? [] }
        : { name, value: String(fact), aliases: [] },
    ),
    unknown,
    traits,
    giveUp: user.give_up ?? DEFAULT_GIVE_UP_AFTER_REFUSALS,
    language: user.language ?? 'en',
    seed: user.seed ?? seed,
  };
  if (persona !== undefined) contract.persona = persona;
  if (by !== undefined) contract.by = by;
  if (input !== undefined) contract.input = input;
  return contract;
}
