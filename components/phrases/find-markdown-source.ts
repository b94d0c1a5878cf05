const markdownMarkPattern = /[*_`~\\]/;

/**
 * Finds the Markdown source of a text that was selected in rendered Markdown; returns the text unchanged if there is no
 * match.
 */
export function findMarkdownSource(text: string, displayText: string): string {
  if (text.includes(displayText)) return displayText;
  const textIndexes = Array.from({ length: text.length }, (_, index) => index).filter(
    (index) => !markdownMarkPattern.test(text[index] ?? ''),
  );
  const start = textIndexes
    .map((index) => text[index])
    .join('')
    .indexOf(displayText);
  const [first, last] = [textIndexes[start], textIndexes[start + displayText.length - 1]];
  return start === -1 || first === undefined || last === undefined ? displayText : text.slice(first, last + 1);
}
