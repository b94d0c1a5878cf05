import { formatToolName } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { formatJsonForMessage } from '../../assertions/to-plain-text.ts';
import type { StandardOrDynamicCase } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue } from '../../values/index.ts';

type AnsweredCase = {
  testCase: StandardOrDynamicCase;
  /** The messages of the user. `answers` and `toolCalls` are the texts and calls of the agent. */
  inputs: readonly Json[];
  answers: readonly string[];
  toolCalls: readonly ToolCallWithTurn[];
};

/**
 * Matches `undefined`, `null`, `NaN` or `[object Object]` where a text should have a value: in a URL, after a greeting,
 * before a unit.
 */
const brokenValuePattern =
  /\[object Object\]|(?<=[/=#$€£@:]\s?|\b(?:Hello|Hi|Dear|Mr\.?|Mrs\.?|Ms\.?) )(?:undefined|NaN)\b|(?<=[/=@](?<!\/dev\/)|\b(?:Hello|Hi|Dear) )null\b|\b(?:undefined|null|NaN)(?= ?(?:EUR|USD|GBP|CHF|€|%|days?|hours?|minutes?|items?|nights?|kg|km)(?!\p{L}))/u;
const brokenArgumentPattern = /^(?:undefined|null|NaN)$/;

/**
 * Finds texts such as `undefined` that a program inserts in place of a missing value, for example in a link. Ignores
 * answers with code, and words that the case or a tool result contains.
 */
export function findBrokenValues({ testCase, inputs, answers, toolCalls }: AnsweredCase): string[] {
  const found = [
    ...answers.flatMap((answer) => {
      const value = answer.includes('`') ? undefined : findBrokenValue(answer);
      return value === undefined ? [] : [{ ...value, place: 'the answer' }];
    }),
    ...toolCalls.flatMap((call) => {
      const args = isJsonObject(call.arguments) ? listTextsInValue(call.arguments) : [];
      const value = args.map((text) => findBrokenArgument(text)).find((each) => each !== undefined);
      return value === undefined ? [] : [{ ...value, place: `an argument of ${formatToolName(call)}` }];
    }),
  ];
  if (found.length === 0) return [];
  const known = listTextsInValue([testCase, inputs, toolCalls.map(({ result }) => result)]);
  return found
    .filter(({ word }) => !known.some((text) => text.includes(word)))
    .slice(0, 1)
    .map(
      ({ excerpt, place }) =>
        `${place} has ${formatJsonForMessage(excerpt)}, which a program writes for a missing value`,
    );
}

type BrokenValue = { word: string; excerpt: string };

function findBrokenArgument(text: string): BrokenValue | undefined {
  return brokenArgumentPattern.test(text) ? { word: text, excerpt: text } : findBrokenValue(text);
}

/** The number of characters that are quoted before and after a missing value. */
const MAX_EXCERPT_LENGTH = 40;
const wordBoundaryPattern = /[\s"{}]/;

function findBrokenValue(text: string): BrokenValue | undefined {
  const { 0: word = '', index = 0 } = brokenValuePattern.exec(text) ?? {};
  if (word === '') return undefined;
  const before = text.slice(Math.max(0, index - MAX_EXCERPT_LENGTH), index);
  const lastWord = before.trimEnd().split(wordBoundaryPattern).at(-1) ?? '';
  const gap = before.trimEnd() === before ? '' : ' ';
  const [firstWord = ''] = text
    .slice(index + word.length, index + word.length + MAX_EXCERPT_LENGTH)
    .split(wordBoundaryPattern, 1);
  return { word, excerpt: `${lastWord}${gap}${word}${firstWord}` };
}
