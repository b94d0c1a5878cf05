import { type HintRule, quoted, simulatorHint } from './conversation-facts.ts';

/** Phrases that only an assistant uses. */
const serving = [
  /\bhow (?:can|may) i (?:help|assist) you\b/i,
  /\bis there anything else (?:that )?i can (?:help|assist|do)\b/i,
  /\bi(?:'m| am) here to (?:help|assist) you\b/i,
  /\bi(?:'d| would) be (?:happy|glad) to (?:help|assist) you\b/i,
  /\bthank you for (?:contacting|reaching out to|calling) us\b/i,
];
const assistant = /\bas an ai(?: language model| assistant)?\b/i;

/** Contains a word from each of the phrases, for a quick pre-check. */
const hint = /\b(?:help|assist|anything else|as an ai|thank you for)\b/;

/** The simulator answers as the assistant. */
export const roleSwap: HintRule = ({ messages, persona, goal, spoken }) => {
  if (!hint.test(spoken)) return [];
  const servesByRole = serving.some((words) => words.test(`${persona} ${goal}`)) || assistant.test(persona);
  if (servesByRole) return [];
  const match = messages.find(({ text }) => assistant.test(text) || serving.some((words) => words.test(text)));
  if (match === undefined) return [];
  const { turn, text } = match;
  return [simulatorHint({ kind: 'role_swap', turn, rule: 'answers as the assistant', evidence: quoted(text) })];
};
