const contracted = /n't\b|'(?:m|re|ll|ve)\b|\b(?:not|am|are|will|have|cannot)\b/i;

const full: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t| not)\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/'m\b/gi, ' am'],
  [/'re\b/gi, ' are'],
  [/'ll\b/gi, ' will'],
  [/'ve\b/gi, ' have'],
];
const pronouns: readonly (readonly [RegExp, string])[] = [
  [/\b(I) am\b/gi, "$1'm"],
  [/\b(you|we|they) are\b/gi, "$1're"],
  [/\b(I|you|he|she|it|we|they) will\b/gi, "$1'll"],
  [/\b(I|you|we|they) have\b/gi, "$1've"],
];
const negations: readonly (readonly [RegExp, string])[] = [
  [/\bcannot\b/gi, "can't"],
  [/\bwill not\b/gi, "won't"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should) not\b/gi, "$1n't"],
];

/**
 * Returns two variants of an English text: all contractions expanded, and all possible contractions made. Single words
 * such as `not` are too short to say what a longer text means.
 */
export function listContractionVariants(text: string): string[] {
  if (!/\S\s+\S/.test(text) || !contracted.test(text)) return [];
  const inFull = replaceForms(text, full);
  const negated = replaceForms(inFull, negations);
  const forms = [
    inFull,
    inFull.replace(/\bcannot\b/gi, 'can not'),
    replaceForms(inFull, pronouns),
    negated,
    replaceForms(negated, pronouns),
  ];
  return [...new Set(forms)].filter((form) => form !== text);
}

function replaceForms(text: string, forms: readonly (readonly [RegExp, string])[]): string {
  return forms.reduce((written, [form, other]) => written.replace(form, other), text);
}
