/** Infers rules that distinguish the good conversations of a case from the bad ones. */
export { patternText } from './argument-pattern.ts';
export { type Conversation, defaultReads, valuesInResults } from './conversation.ts';
export {
  breaksRule,
  type CaseConversations,
  type InferableRule,
  type InferredCase,
  type InferredRule,
  inferRules,
} from './infer-rules.ts';
export { ruleAsFields } from './rule-as-fields.ts';
export { readConversation } from './tested-rules.ts';
