/**
 * The built-in user: what it wants and knows (its contract), what the agent asks it for, and what it says.
 *
 * fact     something that the user knows; told when the agent asks for it
 * asked    named in a question or a request of the agent, by the matcher
 * told     the value stands in a message of the user
 */

export { findAskedFacts } from './asked-facts.ts';
export { buildUserContract, type UserContract } from './contract.ts';
export { type ConversationTurnTexts, listFactOutcomes } from './fact-outcomes.ts';
export { findFactsInGoal } from './facts-in-goal.ts';
export { listUncheckedFacts } from './guard.ts';
export { isValueStatedIn } from './is-value-stated.ts';
export { measureUser, type UserMeasureValues, userMeasures } from './measure-user.ts';
export { findMissingFacts, type MissingFact } from './missing-facts.ts';
export { type AskedFact, createModelPlayedUser, type ModelPlayedUser, SimulatedUserError } from './model-user.ts';
export { buildNameKey } from './name-tokens.ts';
export { type AgentTurn, createRuleBasedUser, isRefusalOfAgent, type UserMove } from './rule-based-user.ts';
export { BUILT_IN_SIMULATOR, buildSimulatorPromptTemplate, SIMULATOR_PROMPT_VERSION } from './simulator-prompt.ts';
export { rewriteByTraits } from './traits.ts';
export { userReplyShape } from './user-reply.ts';
