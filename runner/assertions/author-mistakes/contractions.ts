const contractionPattern = /n't\b|'(?:m|re|ll|ve)\b|\b(?:not|am|are|will|have|cannot)\b/i;

const contractionExpansions: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t| not)\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/'m\b/gi, ' am'],
  [/'re\b/gi, ' are'],
  [/'ll\b/gi, ' will'],
  [/'ve\b/gi, ' have'],
];
const pronounContractions: readonly (readonly [RegExp, string])[] = [
  [/\b(I) am\b/gi, "$1'm"],
  [/\b(you|we|they) are\b/gi, "$1're"],
  [/\b(I|you|he|she|it|we|they) will\b/gi, "$1'll"],
  [/\b(I|you|we|they) have\b/gi, "$1've"],
];
const negationContractions: readonly (readonly [RegExp, string])[] = [
  [/\bcannot\b/gi, "can't"],
  [/\bwill not\b/gi, "won't"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should) not\b/gi, "$1n't"],
];

/**
 * Returns two variants of an English text: one without contractions, and one with all possible contractions. A single
 * word has no variants.
 */
export function listContractionVariants(text: string): string[] {
  if (!/\S\s+\S/.test(text) || !contractionPattern.test(text)) return [];
  const expanded = replaceAllForms(text, contractionExpansions);
  const withContractedNegations = replaceAllForms(expanded, negationContractions);
  const variants = [
    expanded,
    expanded.replace(/\bcannot\b/gi, 'can not'),
    replaceAllForms(expanded, pronounContractions),
    withContractedNegations,
    replaceAllForms(withContractedNegations, pronounContractions),
  ];
  return [...new Set(variants)].filter((variant) => variant !== text);
}

function replaceAllForms(text: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((replaced, [pattern, replacement]) => replaced.replace(pattern, replacement), text);
}
