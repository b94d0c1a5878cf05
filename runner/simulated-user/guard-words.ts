/** Sentences that an assistant says, and that a user has no reason to say. */
export const assistantPhrasePatterns: readonly RegExp[] = [
  /\bhow (?:can|may|could) (?:i|we) (?:help|assist|be of)\b/,
  /\b(?:i am|i'm|we are|we're|i'd be|i would be) (?:here|happy|glad|more than happy) to (?:help|assist)\b/,
  /\bis there anything else (?:i|we) can\b/,
  /\b(?:anything else|something else) (?:i|we) can (?:help|assist|do for)\b/,
  /\blet me (?:check|look (?:that|this|it|into)|pull up|verify|confirm (?:that|this) for you|assist|help you)\b/,
  /\bi (?:can|will|could) (?:help|assist) you\b/,
  /\bi'll (?:help|assist) you\b/,
  /\b(?:i|we)(?:'ve| have) (?:processed|submitted|issued|updated) your\b/,
  /\byour (?:refund|order|request|booking|reservation|account) has (?:now )?been (?:processed|cancell?ed|updated|submitted|confirmed)\b/,
  /\b(?:please provide|could you provide|can you provide|may i have) (?:me with )?your\b/,
  /\bthank(?:s| you) for (?:contacting|reaching out|calling|your patience|providing)\b/,
  /\b(?:i|we) apologi[sz]e for (?:the|any) inconvenience\b/,
  /\bas your (?:virtual |ai )?assistant\b/,
];

/** Words about the simulation itself, which a user must not use. */
export const simulationPhrasePatterns: readonly RegExp[] = [
  /\bas an? (?:ai|artificial intelligence|language model|llm|chatbot|simulated)\b/,
  /\b(?:large )?language model\b/,
  /\bi(?:'m| am) (?:just )?an? (?:ai|bot|chatbot|llm|simulat\w*)\b/,
  /\bsimulat(?:ed|ing) (?:a |the )?(?:user|customer)\b/,
  /\brole-?play(?:ing|s)?\b/,
  /\bsystem prompt\b/,
  /\bmy (?:persona|instructions|scenario)\b/,
  /\b(?:the|my) facts i (?:know|may|can)\b/,
  /\bin this (?:simulation|scenario|role)\b/,
];

/** Words about the simulation, which are allowed only if the goal or the agent mentions goals. */
export const goalMentionPatterns: readonly RegExp[] = [
  /\bmy goals? (?:is|are|was|were)\b/,
  /\b(?:goal|goals) (?:is |are |has been |have been )?(?:achieved|completed|reached)\b/,
];

/** Signs of a protocol that a message must not contain: control tokens, or the JSON around a message. */
export const protocolTextPatterns: readonly RegExp[] = [
  /###/,
  /^\s*(?:```|\{\s*"|\[\s*\{)/,
  /"(?:asks_for|move|message|goals|goal_achieved)"\s*:/,
  /<\/?(?:message|user|assistant|system|think|thinking)>/i,
];
