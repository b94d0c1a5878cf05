/**
 * The built-in user: what it wants and knows (its contract), what the agent asks it for, and what it says.
 *
 * fact     something that the user knows; told when the agent asks for it
 * asked    named in a question or a request of the agent, by the matcher
 * told     the value stands in a message of the user
 */
export { type UserContract, userContract } from './contract.ts';
export { factsInGoal } from './facts-in-goal.ts';
export { uncheckedFacts } from './guard.ts';
export { type ConversationTurnTexts, listFactOutcomes } from './ledger.ts';
export { findAskedNames } from './match.ts';
export { type MeasuredUser, measureUser, userMeasures } from './measure-user.ts';
export { type MissingFact, missingFacts } from './missing-facts.ts';
export { type AskedFact, createModelUser, type ModelUser, SimulatedUserError } from './model-user.ts';
export { nameKey } from './name-tokens.ts';
export { type AgentTurn, createRulesUser, type UserMove } from './rules.ts';
export { BUILT_IN_SIMULATOR, SIMULATOR_PROMPT_VERSION, simulatorPromptTemplate } from './simulator-prompt.ts';
export { isValueTold } from './told.ts';
export { applyTraits } from './traits.ts';
export { userReplyShape } from './user-reply.ts';
