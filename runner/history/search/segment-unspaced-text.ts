const unspacedScriptCharacterPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/**
 * Puts spaces around characters of scripts that do not separate words, so that each character is found alone and in
 * phrases.
 */
export function segmentUnspacedText(text: string): string {
  return unspacedScriptCharacterPattern.test(text) ? text.replace(unspacedScriptCharacterPattern, ' $& ') : text;
}
