const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const numberWords = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];
/** The share of the words of a longer value that a text must contain to mention it, because people leave words out. */
const MIN_WORD_SHARE = 0.6;

/**
 * Returns true if a text contains a value in any common notation: `2026-05-14` matches "14 May", and 2 matches "two".
 */
export function mentionsValue(text: string, value: string | number): boolean {
  const lowerCaseText = text.toLowerCase();
  if (typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value))
    return mentionsNumber(lowerCaseText, Number(value), String(value));
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(value) ?? [];
  if (year !== '')
    return mentionsDate(lowerCaseText, { iso: `${year}-${month}-${day}`, month: Number(month), day: Number(day) });
  const needle = withoutSpaces(value);
  if (needle.length > 2 && withoutSpaces(lowerCaseText).includes(needle)) return true;
  const words = value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return false;
  const textWords = new Set(lowerCaseText.match(/[\p{L}\p{N}]+/gu));
  const mentionedWordCount = words.filter((word) => textWords.has(word)).length;
  return words.length === 1 ? mentionedWordCount === 1 : mentionedWordCount / words.length >= MIN_WORD_SHARE;
}

function mentionsNumber(text: string, value: number, digits: string): boolean {
  const textNumbers = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((each) => each.replaceAll(/,(?=\d{3}(?!\d))/g, ''));
  if (textNumbers.some((each) => each === digits || Number(each.replace(',', '.')) === value)) return true;
  // Removes the gaps between groups of digits, because people write long numbers in groups.
  if (digits.length >= 5 && text.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '').includes(digits)) return true;
  const word = numberWords[value];
  return word !== undefined && new RegExp(`\\b${word}\\b`).test(text);
}

type CalendarDay = { iso: string; month: number; day: number };

function mentionsDate(text: string, { iso, month, day }: CalendarDay): boolean {
  if (text.includes(iso)) return true;
  const name = `${monthNames[month - 1]?.slice(0, 3)}\\p{L}*\\.?`;
  const [dayPattern, monthPattern] = [`0?${day}(?:st|nd|rd|th)?`, `0?${month}`];
  return new RegExp(
    `\\b${name}\\s+${dayPattern}\\b|\\b${dayPattern}\\s+(?:of\\s+)?${name}|\\b${dayPattern}[./]${monthPattern}\\b|\\b${monthPattern}/${dayPattern}\\b`,
    'u',
  ).test(text);
}

/** Removes characters that people leave out of names and numbers or add to them. */
function withoutSpaces(text: string): string {
  return text.toLowerCase().replaceAll(/[\s,.#()/_-]+/g, '');
}
