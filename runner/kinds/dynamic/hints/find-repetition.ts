import { distance } from 'fastest-levenshtein';
import { createSimulatorHint, type HintRule, quoteText } from './conversation-facts.ts';

const MIN_MESSAGE_SIMILARITY = 0.95;
/**
 * The minimum length in characters of a message whose repetition may be a mistake. Shorter messages, such as "yes,
 * please", may be repeated.
 */
const MIN_REPETITION_LENGTH = 25;
const MAX_COMPARED_LENGTH = 2_000;
const MIN_SHARED_WORD_SHARE = 0.4;

/** Finds a message that the simulator repeats, although the agent did not repeat its question. */
export const findRepetition: HintRule = ({ messages, openingText }) => {
  const earlier = [toSpokenMessage({ turn: 1, text: openingText, agentText: '' })];
  for (const message of messages) {
    const now = toSpokenMessage(message);
    const before = earlier.find(
      (each) => isSimilarMessage(each.text, now.text) && !isSameQuestion(each.question, now.question),
    );
    if (before !== undefined) {
      return [
        createSimulatorHint({
          kind: 'repeat',
          turn: now.turn,
          rule: 'repeats an earlier message',
          evidence: `turn ${now.turn} repeats turn ${before.turn}: ${quoteText(message.text)}`,
        }),
      ];
    }
    earlier.push(now);
  }
  return [];
};

type SpokenMessage = { turn: number; text: string; question: string };

function toSpokenMessage({ turn, text, agentText }: { turn: number; text: string; agentText: string }): SpokenMessage {
  return { turn, text: text.toLowerCase().replaceAll(/\s+/g, ' ').trim(), question: agentText };
}

function isSimilarMessage(left: string, right: string): boolean {
  const maxLength = Math.max(left.length, right.length);
  if (left === right) return maxLength >= MIN_REPETITION_LENGTH;
  const fewestEdits = maxLength * (1 - MIN_MESSAGE_SIMILARITY);
  if (
    maxLength < MIN_REPETITION_LENGTH ||
    maxLength > MAX_COMPARED_LENGTH ||
    Math.abs(left.length - right.length) > fewestEdits
  )
    return false;
  return distance(left, right) <= fewestEdits;
}

/**
 * True if the agent asks the same again, or reports again that something did not work; then a user may repeat an
 * answer.
 */
function isSameQuestion(before: string, now: string): boolean {
  const [left, right] = [collectWords(before), collectWords(now)];
  if (left.size === 0 || right.size === 0) return left.size === right.size;
  const sharedWordCount = [...left].filter((word) => right.has(word)).length;
  return sharedWordCount / Math.min(left.size, right.size) >= MIN_SHARED_WORD_SHARE;
}

function collectWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}
