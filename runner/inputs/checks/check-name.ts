import { splitToolNameIntoWords } from '../../assertions/match-tool.ts';
import { excludesCalls } from '../../assertions/tool-called.ts';
import type { AuthoredCase, Checkpoint } from '../../contract/index.ts';
import { type CaseFinding, warningAt } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';

/** Finds rules that check less than the name of their case promises. */
export function checkName(authored: AuthoredCase, lists: readonly AssertionList[]): CaseFinding[] {
  const { name } = authored;
  if (name === undefined) return [];
  return [...lists.flatMap((list) => findListsOfAlternatives(name, list)), ...findEarlyEnding(name, authored)];
}

const alternativesPattern = /\b(?:or|either|any|one of|whichever)\b/i;

/**
 * Finds rules that are satisfied by any tool of a list, although the case's name says that each of these tools is
 * called.
 */
function findListsOfAlternatives(name: string, { rules, path }: AssertionList): CaseFinding[] {
  const parts = name.toLowerCase().split(/,|\band\b|\bthen\b/);
  if (parts.length < 2 || alternativesPattern.test(name)) return [];
  return rules.flatMap((rule, index) => {
    if (rule.type !== 'tool_called' || !Array.isArray(rule.value) || excludesCalls(rule) || rule.negate === true)
      return [];
    const tools = rule.value;
    const found = tools.map((tool) => {
      const others = tools.filter((other) => other !== tool).flatMap(splitToolName);
      const own = splitToolName(tool).filter((word) => !others.includes(word));
      return parts.findIndex((part) => own.some((word) => hasWordWithSameStem(word, part)));
    });
    if (tools.length < 2 || found.includes(-1) || new Set(found).size < 2) return [];
    const message =
      'a list of names means any of them, but the name of the case says "and"; write one "tool_called" for each tool';
    return [warningAt([...path, index, 'value'], message)];
  });
}

function splitToolName(tool: string): string[] {
  return splitToolNameIntoWords(tool).filter((word) => word.length >= 3);
}

/** True if a text contains a word with the same beginning: `book` and "booking", `verify` and "verifies". */
function hasWordWithSameStem(word: string, text: string): boolean {
  const beginning = word.length > 4 ? word.replace(/(?:ing|ed|e|s|y)$/, '') : word;
  return (text.match(/\p{L}+/gu) ?? []).some((other) => other.startsWith(beginning));
}

/** Words with which a name forbids something, and words that limit this to the time before an event. */
const prohibitionPattern = /\b(?:no|not|never|none|nothing|nobody|without|cannot)\b|n['’]t\b/i;
const timeLimitPattern = /\b(?:before|until|while|during|unless|first)\b/i;

/**
 * Finds conversations that end at their last checkpoint, although the case's name forbids something that could also
 * happen later.
 */
function findEarlyEnding(name: string, { until, never = [], checkpoints = [] }: AuthoredCase): CaseFinding[] {
  const last = checkpoints.at(-1);
  if (until !== 'checkpoints' || never.length === 0 || last?.required !== true) return [];
  const [words, event = ''] = /\b(?:after|once)\s+(?:(?:the|an?|its|their)\s+)?(\p{L}{3,})/iu.exec(name) ?? [];
  const early = `the conversation ends with checkpoint ${JSON.stringify(last.id)}, so "never" sees nothing after it`;
  if (words !== undefined && listCheckpointNames(last).some((word) => hasWordWithSameStem(word, event.toLowerCase())))
    return [warningAt(['until'], `${early}, but the name of the case says ${JSON.stringify(words)}; write "done"`)];
  const isForbidden = words === undefined && prohibitionPattern.test(name) && !timeLimitPattern.test(name);
  return isForbidden ? [warningAt(['until'], `${early}; write "done" to check later answers, too`)] : [];
}

function listCheckpointNames({ id, assert }: Checkpoint): string[] {
  const tools = assert.flatMap((rule) =>
    rule.type === 'tool_called' ? [rule.name ?? (typeof rule.value === 'string' ? rule.value : '')] : [],
  );
  return [id, ...tools].flatMap(splitToolName);
}
