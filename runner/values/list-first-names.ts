const NAMED = 10;

/** Lists the first ten names and the number of the remaining ones. */
export function abbreviateNameList(texts: readonly string[]): string {
  const hiddenNote = texts.length > NAMED ? ` and ${texts.length - NAMED} more` : '';
  return `${texts.slice(0, NAMED).join(', ')}${hiddenNote}`;
}
