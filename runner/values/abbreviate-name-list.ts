const MAX_NAMES = 10;

/** Lists the first ten names and the number of the remaining ones. */
export function abbreviateNameList(texts: readonly string[]): string {
  const hiddenNote = texts.length > MAX_NAMES ? ` and ${texts.length - MAX_NAMES} more` : '';
  return `${texts.slice(0, MAX_NAMES).join(', ')}${hiddenNote}`;
}
