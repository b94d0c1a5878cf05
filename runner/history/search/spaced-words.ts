const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Sets apart the characters of scripts without spaces between words, so that each is found by itself and in a phrase. */
export function spacedWords(text: string): string {
  return unspaced.test(text) ? text.replace(unspaced, ' $& ') : text;
}
