/** Splits a text into its sentences, without empty ones. A line is a sentence, too. */
export function sentencesIn(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?])\s/)
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((sentence) => sentence !== '');
}

const replacements: Readonly<Record<string, string>> = {
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

const addressed =
  /\byou(?:['’](?:re|ve|d|ll)| are| were|rself|rs|r)?\b|\bthe (?:user|customer)['’]s\b|\b(?:their|they(?: are| were)?)\b/gi;

/** Says an instruction as the user would: "You want your money back." becomes "I want my money back." */
export function toFirstPerson(sentence: string): string {
  return sentence.replaceAll(addressed, (match, offset: number) => {
    const replacement = replacements[match.toLowerCase().replace('’', "'")];
    if (replacement !== undefined) return likeWritten(replacement, match);
    return isSubject(sentence.slice(Math.max(0, offset - LOOK_BACK), offset)) ? 'I' : 'me';
  });
}

/** Longer than any of the words in `introducing`. */
const LOOK_BACK = 16;
const introducing =
  /(?:^|[.,;:!?(–—-]|\b(?:and|but|if|that|because|when|while|what|which|whether|how|why|where|as|so|unless|although|though|since|before|after|until|or|than|once|think|now|do|did|can|will|would|first|then))\s*["'“]?$/i;

function isSubject(before: string): boolean {
  return introducing.test(before);
}

function likeWritten(word: string, original: string): string {
  return /^\p{Lu}/u.test(original) ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}
