/** Infers rules that distinguish the good conversations of a case from the bad ones. */
export { describePattern } from './argument-pattern.ts';
export { type Conversation, collectIdentifiersInResults, defaultReadTools } from './conversation.ts';
export {
  breaksRule,
  type CaseConversations,
  type InferableRule,
  type InferredCase,
  type InferredRule,
  inferRules,
} from './infer-rules.ts';
export { ruleToCaseFields } from './rule-to-case-fields.ts';
export { toSearchableConversation } from './tested-rules.ts';
