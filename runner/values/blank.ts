const visibleCharacterPattern = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** True for a text in which a person sees nothing: empty, or only spaces, line breaks and zero-width characters. */
export function isBlank(text: string): boolean {
  return !visibleCharacterPattern.test(text);
}
