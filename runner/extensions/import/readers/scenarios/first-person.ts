/** Splits a text into sentences. A line break also ends a sentence. Sentences without words are left out. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?])\s/)
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

const firstPersonByPronoun: Readonly<Record<string, string>> = {
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
  'you are': 'I am',
  'you were': 'I was',
  "you're": "I'm",
  "you've": "I've",
  "you'd": "I'd",
  "you'll": "I'll",
  their: 'my',
  they: 'I',
  'they are': 'I am',
  'they were': 'I was',
  "the user's": 'my',
  "the customer's": 'my',
};

const pronounPatternByPerson = {
  second: /\byou(?:['’](?:re|ve|d|ll)| are| were|rself|rs|r)?\b/gi,
  third: /\bthe (?:user|customer)['’]s\b|\b(?:their|they(?: are| were)?)\b/gi,
};

/**
 * Rewrites an instruction for the user as the user would say it: "You want your money back." becomes "I want my money
 * back." `person` is the grammatical person that the instruction uses for the user.
 */
export function toFirstPerson(sentence: string, person: keyof typeof pronounPatternByPerson): string {
  return sentence.replaceAll(pronounPatternByPerson[person], (match, offset: number) => {
    const replacement = firstPersonByPronoun[match.toLowerCase().replace('’', "'")];
    if (replacement !== undefined) return withCapitalizationOf(replacement, match);
    const before = sentence.slice(Math.max(0, offset - CONTEXT_LENGTH), offset);
    const end = offset + match.length;
    return subjectPositionPattern.test(before) || thirdPersonVerbs.test(sentence.slice(end, end + CONTEXT_LENGTH))
      ? 'I'
      : 'me';
  });
}

/**
 * How many characters around a word are examined. This is more than the longest word in `subjectPositionPattern` and
 * `thirdPersonVerbs`.
 */
const CONTEXT_LENGTH = 16;
const subjectPositionPattern =
  /(?:^|[.,;:!?(–—-]|\b(?:and|but|if|that|because|when|while|what|which|whether|how|why|where|as|so|unless|although|though|since|before|after|until|or|than|once|think|now|do|did|can|will|would|first|then))\s*["'“]?$/i;
const thirdPersonVerbs =
  /^ (?:need|want|have|had|can|could|will|would|should|must|may|might|do|don['’]t|did|didn['’]t|think|know|like|prefer|wish|also|just|only|never|really|still)\b/i;

function withCapitalizationOf(word: string, original: string): string {
  return /^\p{Lu}/u.test(original) ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}
