const EXCERPT_LENGTH = 160;
const LENGTH_BEFORE_MATCH = 40;
const WINDOW_LENGTH = EXCERPT_LENGTH - LENGTH_BEFORE_MATCH;
const MAX_SEARCHED_LENGTH = 20_000;
/**
 * Matches a JSON text in a failure message, together with the suffix that `formatJsonForMessage` appends to a shortened
 * text.
 */
const quotedJsonPattern = /(?<![^ ])"(?:[^"\\]|\\.)*"(?:… \(\d+ characters\))?(?![^ ,;.])/g;
/**
 * Matches a quoted text. A text without its closing quotation mark also matches; otherwise the search would start again
 * at each quotation mark.
 */
const quotedTextPattern = /"(?:[^"\\]|\\.)*("?)/g;

/**
 * Makes a failure message readable. The actual text, which the message contains as JSON, is reduced to the passage that
 * is most similar to the expected words, without escapes and Markdown. The expected text stays unchanged.
 */
export function simplifyFailureMessage(message: string, actual?: unknown): string {
  const split = findActualValuePosition(message);
  if (split === undefined) return message;
  const expectation = message.slice(0, split);
  const actualText = message.slice(split).replaceAll(quotedJsonPattern, (quoted) => {
    const text = parseQuotedText(quoted);
    if (text === undefined) return quoted;
    const full = typeof actual === 'string' && actual.startsWith(text) ? actual : text;
    const isCut = full === text && /\)$/.test(quoted);
    return `"${extractPlainExcerpt(full, parseExpectedTexts(expectation))}${isCut ? '…' : ''}"`;
  });
  return `${expectation}${actualText}`;
}

/** Puts a text in quotation marks for people, reduced to the passage that is most similar to some words. */
export function quoteNearestPassage(text: string, near: readonly string[] = []): string {
  return `"${extractPlainExcerpt(text, near)}"`;
}

/**
 * Returns the passage of a text that is most similar to some words. Markdown and line breaks are removed, unless the
 * words contain Markdown, or occur only with it.
 */
export function extractPlainExcerpt(text: string, near: readonly string[]): string {
  const searched = text.slice(0, MAX_SEARCHED_LENGTH);
  const plain = collapseWhiteSpace(removeMarkdown(searched));
  if (near.some((words) => removeMarkdown(words) !== words))
    return cutLineAroundNearest(collapseWhiteSpace(searched), near);
  if (near.every((words) => searched.includes(words) || !plain.includes(words)))
    return cutLineAroundNearest(plain, near);
  return cutLineAroundNearest(searched.replaceAll('\n', '⏎').replaceAll('\t', '⇥'), near);
}

function collapseWhiteSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cutLineAroundNearest(line: string, near: readonly string[]): string {
  if (line.length <= EXCERPT_LENGTH) return line;
  const nearest = findNearestPosition(line, near);
  const from = nearest <= LENGTH_BEFORE_MATCH ? 0 : line.indexOf(' ', nearest - LENGTH_BEFORE_MATCH) + 1;
  const cut = line.slice(from, from + EXCERPT_LENGTH);
  const isWhole = from + EXCERPT_LENGTH >= line.length;
  const end = isWhole ? cut.length : cut.lastIndexOf(' ');
  const excerpt = (end > LENGTH_BEFORE_MATCH ? cut.slice(0, end) : cut).replace(/[\ud800-\udbff]$/, '');
  return `${from > 0 ? '…' : ''}${excerpt}${isWhole ? '' : '…'}`;
}

/** Removes Markdown syntax from a text. Of links, the text remains; of tables, the text in their cells. */
export function removeMarkdown(text: string): string {
  return text
    .replaceAll(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replaceAll(/^[ \t]*(?:\|[ \t]*)?:?--[-:| \t]*$/gm, '')
    .replaceAll(/^[ \t]*(?:#{1,6} +|> ?|[-*+] +)/gm, '')
    .replaceAll(/^[ \t]*\|(.*)$/gm, (_, row: string) => row.replace(/\|[ \t]*$/, '').replaceAll('|', '·'))
    .replaceAll(/!?\[([^\][\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/`([^`\n]*)`/g, '$1')
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]+)\*(?![\w*])/g, '$1')
    .replaceAll(/\*\*(?=\S)([^*\n]+)\*\*/g, '$1')
    .replaceAll(/(?<!\w)__?(?=[^\s_])([^_\n]+)__?(?!\w)/g, '$1')
    .replaceAll(/~~([^~\n]+)~~/g, '$1')
    .replaceAll(/(?<!\S)\*\*(?=\S)/g, '');
}

/**
 * Returns the position at which the actual value begins in a message. Quoted texts are skipped, because the expected
 * text may contain the words that introduce the actual value.
 */
function findActualValuePosition(message: string): number | undefined {
  const blank = message.replaceAll(quotedTextPattern, (quoted, end: string) =>
    end === '' ? quoted : ' '.repeat(quoted.length),
  );
  const gotIndex = blank.indexOf(', got ');
  return gotIndex < 0 ? undefined : gotIndex;
}

function parseExpectedTexts(expectation: string): string[] {
  return (expectation.match(quotedTextPattern) ?? []).flatMap((quoted) => parseQuotedText(quoted) ?? []);
}

function parseQuotedText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted.slice(0, quoted.lastIndexOf('"') + 1));
  } catch {
    return undefined;
  }
}

/** Returns the position in a text at which most of the words are close together. */
function findNearestPosition(line: string, near: readonly string[]): number {
  const words = new Set(
    near
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  const commonWords = [...line.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => words.has(word));
  let best = { at: 0, count: 0 };
  for (const [position, { index }] of commonWords.entries()) {
    const close = new Set<string>();
    for (
      let next = position;
      (commonWords[next]?.index ?? Number.POSITIVE_INFINITY) < index + WINDOW_LENGTH;
      next += 1
    ) {
      close.add(commonWords[next]?.[0] ?? '');
    }
    if (close.size > best.count) best = { at: index, count: close.size };
  }
  return best.at;
}
