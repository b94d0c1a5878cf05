import {
  type ConversationFacts,
  createSimulatorHint,
  type HintRule,
  quoteText,
  type SimulatedMessage,
} from './conversation-facts.ts';

const WORDS_PER_PHRASE = 8;
/** Words that occur in instructions for the simulator, but not when people speak about themselves. */
const instructionWordPattern = /\b(?:you|your|yourself|user|customer|agent|assistant|must|should)\b/;

/** Finds messages in which the simulator tells the agent something that only the test knows. */
export const findLeakedTestData: HintRule = (facts) => {
  const { simulatorText } = facts;
  const phrases = instructionWordPattern.test(simulatorText) ? splitGoalIntoPhrases(facts.goal) : [];
  for (const message of facts.messages) {
    const evidence = findIdentifiers(message, facts) ?? findGoalText(message, facts, phrases);
    if (evidence === undefined) continue;
    const { turn } = message;
    return [
      createSimulatorHint({
        kind: 'leak',
        turn,
        severity: 'critical_helped',
        rule: 'reveals details that only the test knows',
        evidence,
      }),
    ];
  }
  return [];
};

/** Finds a message of the simulator with two checkpoint ids or a tool name, which a real user would hardly mention. */
function findIdentifiers({ text, agentText }: SimulatedMessage, facts: ConversationFacts): string | undefined {
  const { checkpoints, toolNames, persona, simulatorKnowledge, turns } = facts;
  const isUntoldIdentifier = (name: string) =>
    isIdentifier(name) && !simulatorKnowledge.includes(name) && !persona.includes(name);
  const isLeaked = (name: string) => isUntoldIdentifier(name) && containsWord(name, text) && !agentText.includes(name);
  const ids = checkpoints.map(({ id }) => id).filter(isLeaked);
  if (ids.length >= 2) return `names the checkpoints ${ids.join(', ')}`;
  const wasMentioned = (name: string) => turns.some(({ response }) => response?.content.includes(name) === true);
  const tool = toolNames.find((name) => isLeaked(name) && !wasMentioned(name));
  return tool === undefined ? undefined : `names the tool ${tool}`;
}

function findGoalText(
  { text }: SimulatedMessage,
  { goal, persona }: ConversationFacts,
  phrases: readonly GoalPhrase[],
): string | undefined {
  if (/\bmy goal is\b/i.test(text) && !/\bgoals?\b/i.test(`${goal} ${persona}`)) return `says ${quoteText(text)}`;
  if (phrases.length === 0) return undefined;
  const lowerCaseText = text.toLowerCase();
  const likelyPieces = phrases.filter(({ longest }) => longest.every((word) => lowerCaseText.includes(word)));
  if (likelyPieces.length === 0) return undefined;
  const paddedText = ` ${splitWords(text).join(' ')} `;
  const leakedPhrase = likelyPieces.find(({ whole }) => paddedText.includes(` ${whole} `));
  return leakedPhrase && `says its goal word for word: ${quoteText(leakedPhrase.whole)}`;
}

/**
 * Returns a phrase of the goal that the message repeats: eight consecutive words, at least one of which addresses the
 * simulator instead of the agent.
 */
type GoalPhrase = { whole: string; longest: string[] };

function splitGoalIntoPhrases(goal: string): GoalPhrase[] {
  const words = splitWords(goal);
  const phrases: GoalPhrase[] = [];
  for (let start = 0; start + WORDS_PER_PHRASE <= words.length; start += 1) {
    const phraseWords = words.slice(start, start + WORDS_PER_PHRASE);
    if (!phraseWords.some((word) => instructionWordPattern.test(word))) continue;
    const longestWords = phraseWords.toSorted((left, right) => right.length - left.length).slice(0, 3);
    phrases.push({ whole: phraseWords.join(' '), longest: longestWords });
  }
  return phrases;
}

/** True for names with `_`, `.`, a digit or an inner capital; other names may be ordinary words. */
function isIdentifier(name: string): boolean {
  return /[_.\d]|[\p{Ll}\d]\p{Lu}/u.test(name);
}

function containsWord(name: string, text: string): boolean {
  const position = text.indexOf(name);
  if (position === -1) return false;
  return !/[\w.]/.test(text.charAt(position - 1)) && !/\w/.test(text.charAt(position + name.length));
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
