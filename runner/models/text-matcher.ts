import { RE2JS } from 're2js';
import type { TextMatch } from '../contract/index.ts';
import { findFirstDefinedResult } from '../values/index.ts';

export type TextMatcher = (text: string) => MatchGroups | undefined;
/** The captures of a regular expression, by number and by name; empty if the text was matched as a substring. */
export type MatchGroups = Record<string, string>;

const regexLiteralPattern = /^\/(.+)\/([imsU]*)$/s;

/**
 * Compiles a substring or a `/regex/flags` (in RE2 syntax, so matching takes linear time). Throws for a malformed
 * regular expression.
 */
export function createTextMatcher(match: TextMatch): TextMatcher {
  if (typeof match !== 'string') {
    const matchers = match.map((pattern) => createTextMatcher(pattern));
    return (text) => findFirstDefinedResult(matchers, (matcher) => matcher(text));
  }
  const [, source, flags] = regexLiteralPattern.exec(match) ?? [];
  if (source === undefined) return createSubstringMatcher(match);
  return createRegexMatcher(source, flags ?? '');
}

function createSubstringMatcher(substring: string): TextMatcher {
  const needle = substring.toLowerCase();
  return (text) => (text.toLowerCase().includes(needle) ? {} : undefined);
}

function createRegexMatcher(source: string, flags: string): TextMatcher {
  const pattern = RE2JS.compile(flags === '' ? source : `(?${flags})${source}`);
  const names = Object.entries(pattern.namedGroups());
  return (text) => {
    const matcher = pattern.matcher(text);
    if (!matcher.find()) return undefined;
    const groups: MatchGroups = {};
    for (let index = 1; index <= pattern.groupCount(); index += 1) groups[index] = matcher.group(index) ?? '';
    for (const [name, index] of names) groups[name] = groups[index] ?? '';
    return groups;
  };
}
