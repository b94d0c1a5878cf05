const marks = /[*_`~\\]/;

/** Finds the source of words that were selected in rendered Markdown; returns them unchanged if there is no match. */
export function findMarkdownSource(text: string, displayText: string): string {
  if (text.includes(displayText)) return displayText;
  const places = Array.from({ length: text.length }, (_, index) => index).filter(
    (index) => !marks.test(text[index] ?? ''),
  );
  const start = places
    .map((index) => text[index])
    .join('')
    .indexOf(displayText);
  const [first, last] = [places[start], places[start + displayText.length - 1]];
  return start === -1 || first === undefined || last === undefined ? displayText : text.slice(first, last + 1);
}
