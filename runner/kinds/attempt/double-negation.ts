import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { listLongWords } from '../../values/index.ts';

type NamedRules = { testCase: Pick<StandardOrDynamicCase, 'id' | 'name'>; rules: readonly Assertion[] };

/**
 * Finds criteria for a judge that forbid something and are negated as well, such as "does not promise a discount" with
 * `negate`, if the name of the case forbids the same: then the case passes only if the agent does it.
 */
export function findDoubleNegations({ testCase: { id, name = '' }, rules }: NamedRules): string[] {
  return rules.flatMap((rule) => {
    if (rule.type !== 'agent' || rule.negate !== true || typeof rule.value !== 'string') return [];
    const [, forbidden = ''] = negation.exec(rule.value) ?? [];
    const [word = ''] = listWords(forbidden);
    const title = `${id.replaceAll(/[-_]/g, ' ')}. ${name}`;
    if (word === '' || !negation.test(title)) return [];
    const words = listWords(title);
    const isInName = (other: string) =>
      words.some((each) => each.slice(0, STEM_LENGTH) === other.slice(0, STEM_LENGTH));
    if (!isInName(word)) return [];
    return [
      `the criterion ${JSON.stringify(rule.value)} already forbids something, and "negate" requires the opposite, so only an agent that does what is forbidden passes; leave out "negate"`,
    ];
  });
}

const negation = /(?:\b(?:not|never|cannot|no|without|nothing|avoids?|refrains? from)\b|n['’]t\b)\s*([^.;]{0,200})/i;

/** Words with the same first letters count as the same word: "promise" and "promises". */
const STEM_LENGTH = 5;

/** Returns words that mean something by themselves; shorter words, such as "any" and "the", stand in many texts. */
function listWords(text: string): string[] {
  return listLongWords(text).filter((word) => !fillWords.has(word));
}

const fillWords: ReadonlySet<string> = new Set([
  'agent',
  'answer',
  'answers',
  'assistant',
  'with',
  'that',
  'this',
  'contain',
  'contains',
  'give',
  'gives',
  'have',
  'make',
  'makes',
  'mention',
  'mentions',
  'ever',
  'user',
]);
