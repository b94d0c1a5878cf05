import { findNearestWord, isJsonObject, type Json, type JsonObject, toJsonText } from '../values/index.ts';

/** The placeholders that prompts of simulators and judges may contain, in double braces. */
export const helperPlaceholderNames = ['persona', 'goal', 'conversation', 'criteria'] as const;

const helperPlaceholderPattern = new RegExp(`\\{\\{[ \\t]*(${helperPlaceholderNames.join('|')})[ \\t]*\\}\\}`, 'g');
const helperTestModes = new Set<unknown>(['simulator', 'validator']);

/** Fills the placeholders in the prompt of a simulator or judge. Prompts of other agents are returned unchanged. */
export function fillHelperPlaceholders(prompt: string, metadata: JsonObject | undefined): string {
  if (metadata === undefined || !helperTestModes.has(metadata.test_mode)) return prompt;
  return prompt.replaceAll(helperPlaceholderPattern, (match, name: string) => {
    const value = metadata[name];
    return value === undefined ? match : toText(value);
  });
}

const anyPlaceholderPattern = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

function isHelperPlaceholder(helperName: string): boolean {
  return helperPlaceholderNames.some((filled) => filled === helperName);
}

/** Returns true if a prompt contains one of these placeholders. */
export function hasHelperPlaceholder(prompt: string): boolean {
  return [...prompt.matchAll(anyPlaceholderPattern)].some(([, helperName = '']) => isHelperPlaceholder(helperName));
}

/**
 * Finds unknown placeholders in the prompt of a simulator or judge, which would stay unfilled. `at` is a character
 * offset from 0.
 */
export function findUnknownPlaceholders(prompt: string, isOfHelper: boolean): { at: number; message: string }[] {
  return [...prompt.matchAll(anyPlaceholderPattern)].flatMap(({ index, 0: wholeText, 1: helperName = '' }) => {
    const nearestName = findNearestWord(helperName, helperPlaceholderNames);
    if (isHelperPlaceholder(helperName) || !(isOfHelper || nearestName !== undefined)) return [];
    const hint = nearestName === undefined ? '' : `; did you mean {{${nearestName}}}?`;
    const message = `the prompt contains ${wholeText}: in prompts of simulators and judges, only ${helperPlaceholderNames.join(', ')} are filled in${hint}`;
    return [{ at: index, message }];
  });
}

function toText(value: Json): string {
  if (!Array.isArray(value)) return toJsonText(value);
  return value
    .map((each) =>
      isJsonObject(each) && 'role' in each ? `${each.role}: ${toJsonText(each.content ?? '')}` : toJsonText(each),
    )
    .join('\n');
}
