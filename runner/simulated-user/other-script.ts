type DraftWithLanguage = {
  message: string;
  /** The text of the message in lower case. */
  text: string;
  /** The language of the message as a tag, such as `en` or `zh-TW`. */
  language: string;
  /** The texts that the user was given. Their words may occur in a message even if they are in another script. */
  given: string;
};

const MIN_LETTERS = 4;
/**
 * The share of foreign letters above which a text counts as written in another script. A text with a few foreign names
 * stays below it.
 */
const MAX_FOREIGN_LETTER_SHARE = 0.5;
const multiScriptLetterPatterns: Readonly<Record<string, string>> = {
  Hans: String.raw`\p{sc=Hani}`,
  Hant: String.raw`\p{sc=Hani}\p{sc=Bopo}`,
  Jpan: String.raw`\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}`,
  Kore: String.raw`\p{sc=Hang}\p{sc=Hani}`,
};

/** Returns an excerpt of a message that is written in another script than that of its language; otherwise nothing. */
export function findLettersOfOtherScript({ message, text, language, given }: DraftWithLanguage): string[] {
  const characters = buildLanguageLetterPattern(language);
  // Most messages contain only letters of their language, so their letters need not be counted.
  if (characters === undefined || !new RegExp(`[^${characters}]`, 'u').test(text)) return [];
  const ownLetters = new RegExp(`[${characters}]`, 'gu');
  let letters = 0;
  let foreign = 0;
  for (const [word] of removeIdentifiers(text).matchAll(/[\p{L}\p{M}]+/gu)) {
    const others = word.replaceAll(ownLetters, '').length;
    if (others > 0 && given.includes(word)) continue;
    letters += word.length;
    foreign += others;
  }
  return foreign >= MIN_LETTERS && foreign > letters * MAX_FOREIGN_LETTER_SHARE
    ? [message.slice(0, 60).toWellFormed()]
    : [];
}

/**
 * Removes identifiers from a text, because e-mail addresses and order numbers have the same letters in every language.
 */
function removeIdentifiers(text: string): string {
  return text
    .split(/\s+/)
    .filter((token) => !/[@\d]/.test(token))
    .join(' ');
}

/**
 * Returns a pattern for the letters of a language and for characters that all scripts share; undefined if the script is
 * unknown.
 */
function buildLanguageLetterPattern(language: string): string | undefined {
  try {
    const { script = '' } = new Intl.Locale(language).maximize();
    const letters = multiScriptLetterPatterns[script] ?? `\\p{sc=${script}}`;
    new RegExp(letters, 'u');
    return `${letters}\\p{sc=Zyyy}\\p{sc=Zinh}`;
  } catch {
    return undefined;
  }
}
