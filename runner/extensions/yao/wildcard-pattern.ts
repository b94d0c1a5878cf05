import escapeStringRegexp from 'escape-string-regexp';
import { RE2JS } from 're2js';

/** The wildcard characters of a pattern, each with the regular expression that it stands for: `.*` or `.`. */
type Wildcards = Readonly<Record<string, '.*' | '.'>>;

/**
 * Returns a function that tests whether a whole text matches a pattern. The time is linear in the length of the text,
 * however many wildcards the pattern has.
 */
export function createWildcardMatcher(
  pattern: string,
  { wildcards, ignoreCase = false }: { wildcards: Wildcards; ignoreCase?: boolean },
): (text: string) => boolean {
  const parts = [...pattern].map((char) => wildcards[char] ?? escapeStringRegexp(char));
  const compiled = RE2JS.compile(`(?s${ignoreCase ? 'i' : ''})^(?:${parts.join('')})$`);
  return (text) => compiled.test(text);
}
