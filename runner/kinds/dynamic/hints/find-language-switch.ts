import { createSimulatorHint, type HintRule, quoteText } from './conversation-facts.ts';

const writingSystems: readonly [name: string, letter: RegExp][] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Chinese or Japanese', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hangul', /\p{Script=Hangul}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Devanagari', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
];
/**
 * Matches instructions that name a language. The simulator may then write in another language than its instructions, so
 * it is not checked.
 */
const languageMentionPattern = /\b(?:speaks?|language|bilingual|writes? in|answers? in|repl(?:y|ies) in)\b/i;
/** A quick check: most messages contain only ASCII characters, so their letters need not be counted. */
const nonAsciiCharacterPattern = /\P{ASCII}/u;
const MIN_LETTERS = 6;
const DOMINANT_SHARE = 0.7;

/**
 * Finds messages in a script (such as Cyrillic) that is used neither in the simulator's instructions nor in the agent's
 * earlier messages.
 */
export const findLanguageSwitch: HintRule = ({ messages, simulatorKnowledge, turns, simulatorText }) => {
  if (/[a-z]/i.test(simulatorKnowledge) && !nonAsciiCharacterPattern.test(simulatorText)) return [];
  // A simulator without instructions may write in any script.
  if (languageMentionPattern.test(simulatorKnowledge) || !/\p{L}/u.test(simulatorKnowledge)) return [];
  for (const { turn, text } of messages) {
    const script = findDominantScript(text);
    if (script === undefined) continue;
    const [name, letter] = script;
    const before = turns.filter((each) => each.turn < turn).map(({ response }) => response?.content ?? '');
    if ([simulatorKnowledge, ...before].some((each) => countLetters(each, letter) > 0)) continue;
    const evidence = `writes ${name}: ${quoteText(text)}`;
    return [
      createSimulatorHint({
        kind: 'language',
        turn,
        rule: 'writes in a script that its instructions do not use',
        evidence,
      }),
    ];
  }
  return [];
};

function findDominantScript(text: string): (typeof writingSystems)[number] | undefined {
  const letters = countLetters(text, /\p{L}/gu);
  return letters < MIN_LETTERS
    ? undefined
    : writingSystems.find(([, letter]) => countLetters(text, letter) >= letters * DOMINANT_SHARE);
}

function countLetters(text: string, letter: RegExp): number {
  return text.match(letter)?.length ?? 0;
}
