const MONTH_ABBREVIATIONS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_SOURCE = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const DAY_SOURCE = String.raw`\d{1,2}(?:st|nd|rd|th)?\b`;
const YEAR_SOURCE = String.raw`(?:,?\s{1,3}\d{4}\b)?`;

/**
 * Matches values in a text. Repetitions are bounded or start at the beginning of a word, so that searching takes time
 * linear in the text.
 */
const valuePattern = new RegExp(
  [
    String.raw`(?<email>(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})`,
    String.raw`(?<url>\b(?:https?:\/\/|www\.)[^\s<>"'()[\]]+)`,
    String.raw`(?<date>(?<![\w-])\d{4}-\d{1,2}-\d{1,2}(?![\d-])|(?<![\w/])\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\w/])|(?<![\w.])\d{1,2}\.\d{1,2}\.\d{4}\b|\b${MONTH_SOURCE}\s{1,3}${DAY_SOURCE}${YEAR_SOURCE}|(?<![\w-])${DAY_SOURCE}\s{1,3}(?:of\s{1,3})?${MONTH_SOURCE}${YEAR_SOURCE})`,
    String.raw`(?<time>(?<![\w:])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b)?|(?<![\w:])\d{1,2}\s?[ap]\.?m\b)`,
    String.raw`(?<number>(?<![\p{L}\p{N}_-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_-]))`,
    String.raw`(?<word>(?<![\p{L}\p{N}_-])[\p{L}_-]{0,40}\d[\p{L}\p{N}_-]*|(?<![\p{L}\p{N}_-])\p{L}{1,40}_[\p{L}\p{N}_-]+)`,
  ].join('|'),
  'gu',
);
const teenNumberWords = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const tensNumberWords = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const numberWords = new Map<string, number>([
  ...teenNumberWords.map((word, index) => [word, 13 + index] as const),
  ...tensNumberWords.map((word, index) => [word, 20 + 10 * index] as const),
  ['hundred', 100],
  ['thousand', 1000],
  ['half', 30],
  ['quarter', 15],
]);
/** The largest number that a user may say by chance, as in "two of them" or "in 5 minutes". */
const MAX_SMALL_NUMBER = 12;
const CLOCK_CYCLE_MINUTES = 720;
/** The minimum number of digits at the end of a long number that identify it, as in "the card ending in 8156". */
const MIN_ENDING_DIGITS = 4;

/** The minimum number of digits of an identifier; shorter numbers are usually counts. */
const MIN_DIGITS = 4;

/** Values that occur in the user's facts or in the conversation, in normalized form. */
export type KnownValues = {
  add(text: string): void;
  /** Returns the values in a text that are not known values: identifiers, addresses, dates, and numbers above 12. */
  unknownIn(text: string): string[];
};

export function createKnownValues(): KnownValues {
  const knownForms: KnownValueForms = {
    squeezed: '\n',
    boundaries: new Set(),
    numbers: new Set(),
    dates: new Set(),
    times: new Set(),
  };
  const added = new Set<string>();
  return {
    add(text) {
      if (added.has(text)) return;
      added.add(text);
      addKnownValueForms(knownForms, text);
    },
    unknownIn: (text) =>
      mayStateValues(text)
        ? findStatedValues(text).flatMap((value) => (isKnownStatedValue(knownForms, value) ? [] : value.text))
        : [],
  };
}

/** Counts the values in a text that nobody would say by chance: addresses, and words with at least four digits. */
export function countIdentifyingValues(text: string): number {
  if (!mayStateValues(text)) return 0;
  return findStatedValues(text).filter(({ kind, text: value }) => {
    const isWord = kind === 'word' || kind === 'number';
    return kind === 'email' || (isWord && value.replaceAll(/\D/g, '').length >= MIN_DIGITS);
  }).length;
}

type KnownValueForms = {
  /**
   * All words joined, without spaces and punctuation. `boundaries` has the positions at which a word or number starts
   * or ends.
   */
  squeezed: string;
  boundaries: Set<number>;
  numbers: Set<string>;
  dates: Set<string>;
  times: Set<number>;
};

type ValueKind = 'email' | 'url' | 'date' | 'time' | 'number' | 'word';
type StatedValue = { kind: ValueKind; text: string };

function mayStateValues(text: string): boolean {
  return /[\d@_]|www\./.test(text);
}

function findStatedValues(text: string): StatedValue[] {
  const lowerCaseText = text.toLowerCase();
  const searchedText = lowerCaseText.length === text.length ? text : lowerCaseText;
  return findSentencesWithValues(lowerCaseText).flatMap(({ start, sentence }) =>
    [...sentence.matchAll(valuePattern)].map(({ 0: value, index, groups = {} }) => ({
      kind: getMatchedValueKind(groups),
      text: searchedText.slice(start + index, start + index + value.length),
    })),
  );
}

/**
 * Returns only the sentences that may contain values: most sentences have none, and this check is much cheaper than a
 * search.
 */
function findSentencesWithValues(text: string): { start: number; sentence: string }[] {
  let start = 0;
  const sentenceEnds = [...text.matchAll(/(?<=[.!?])\s+(?=\D)/g)].map(({ index, 0: gap }) => ({
    index,
    gap: gap.length,
  }));
  return [...sentenceEnds, { index: text.length, gap: 0 }].flatMap(({ index, gap }) => {
    const textSentence = { start, sentence: text.slice(start, index) };
    start = index + gap;
    return mayStateValues(textSentence.sentence) ? [textSentence] : [];
  });
}

function getMatchedValueKind(groups: Readonly<Record<string, string | undefined>>): ValueKind {
  const { email, url, date, time, number } = groups;
  if (email !== undefined) return 'email';
  if (url !== undefined) return 'url';
  if (date !== undefined) return 'date';
  if (time !== undefined) return 'time';
  return number === undefined ? 'word' : 'number';
}

function addKnownValueForms(knownForms: KnownValueForms, text: string): void {
  let { squeezed: remainingText } = knownForms;
  for (const [candidateText] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/\d+|[\p{L}\p{M}]+/gu)) {
    knownForms.boundaries.add(remainingText.length);
    remainingText += candidateText;
    knownForms.boundaries.add(remainingText.length);
    const number = numberWords.get(candidateText);
    if (number !== undefined) knownForms.numbers.add(String(number));
  }
  knownForms.squeezed = `${remainingText}\n`;
  if (!mayStateValues(text)) return;
  for (const { kind, text: value } of findStatedValues(text)) {
    if (kind === 'number') knownForms.numbers.add(normalizeNumberText(value));
    if (kind === 'time') knownForms.times.add(toClockMinutes(value));
    if (kind === 'date')
      for (const date of parsePossibleDates(value)) knownForms.dates.add(date).add(date.replace(/^\d+-/, '-'));
  }
  // `valuePattern` matches a time in ISO format as one word, so its hours and minutes are added as separate values.
  for (const [, hours = '', minutes = ''] of text.matchAll(/\d[T ](\d{2}):(\d{2})/g)) {
    knownForms.times.add(toClockMinutes(`${hours}:${minutes}`));
  }
}

function isKnownStatedValue(knownForms: KnownValueForms, { kind, text }: StatedValue): boolean {
  if (kind === 'number') return isKnownNumber(knownForms, normalizeNumberText(text));
  if (kind === 'time')
    return (
      isTimeWithoutMinutes(text) ||
      knownForms.times.has(toClockMinutes(text)) ||
      containsNormalizedText(knownForms, text)
    );
  if (kind === 'date') {
    const dates = parsePossibleDates(text);
    if (dates.length === 0) return text.split(/\D+/).every((part) => part === '' || isKnownNumber(knownForms, part));
    return dates.some((date) => knownForms.dates.has(date)) || containsNormalizedText(knownForms, text);
  }
  return (
    containsNormalizedText(knownForms, text) ||
    (kind === 'word' && text.split(/[-_]/).every((part) => isKnownPart(knownForms, part)))
  );
}

/** True if a part of a word is a known value, such as the "20" in "20-minute". */
function isKnownPart(knownForms: KnownValueForms, valuePart: string): boolean {
  if (valuePart === '') return true;
  const [, number] = /^(\d+)(?:st|nd|rd|th|\p{L}{0,4})$/iu.exec(valuePart) ?? [];
  if (number !== undefined) return isKnownNumber(knownForms, number);
  if (!/\d/.test(valuePart)) return true;
  const isShort = valuePart.length < 6 && valuePart.replaceAll(/\D/g, '').length < 2;
  return isShort || containsNormalizedText(knownForms, valuePart);
}

function isKnownNumber(knownForms: KnownValueForms, number: string): boolean {
  return (
    Number(number) <= MAX_SMALL_NUMBER || knownForms.numbers.has(number) || containsNormalizedText(knownForms, number)
  );
}

function containsNormalizedText({ squeezed, boundaries }: KnownValueForms, text: string): boolean {
  const value = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  if (value === '') return true;
  const isEnding = /^\d+$/.test(value) && value.length >= MIN_ENDING_DIGITS;
  for (let position = squeezed.indexOf(value); position !== -1; position = squeezed.indexOf(value, position + 1)) {
    if (boundaries.has(position + value.length) && (isEnding || boundaries.has(position))) return true;
  }
  return false;
}

function normalizeNumberText(text: string): string {
  return String(Number(text.replaceAll(',', '')));
}

function isTimeWithoutMinutes(text: string): boolean {
  return !text.includes(':');
}

/** Converts a time to minutes on a 12-hour clock, because people leave out whether it is morning or evening. */
function toClockMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(/\D+/).map(Number);
  return (hours * 60 + minutes) % CLOCK_CYCLE_MINUTES;
}

/** Returns the dates that a text can mean, as `year-month-day` or `-month-day`; 9/10 can be in September or October. */
function parsePossibleDates(text: string): string[] {
  const numbers = text.match(/\d+/g) ?? [];
  const name = MONTH_ABBREVIATIONS.findIndex((each) =>
    text
      .toLowerCase()
      .match(/[a-z]{3,}/g)
      ?.some((word) => word.startsWith(each)),
  );
  if (name !== -1) return formatValidDate({ month: name + 1, day: Number(numbers[0]), year: numbers[1] });
  const [first = '', second = '', third] = numbers;
  if (first.length === 4) return formatValidDate({ year: first, month: Number(second), day: Number(third) });
  return [
    ...formatValidDate({ month: Number(first), day: Number(second), year: third }),
    ...formatValidDate({ month: Number(second), day: Number(first), year: third }),
  ];
}

type CalendarDate = { year?: string | undefined; month: number; day: number };

function formatValidDate({ year: written, month: m, day: d }: CalendarDate): string[] {
  if (!(m >= 1 && m <= 12 && d >= 1 && d <= 31)) return [];
  return [`${written?.length === 2 ? `20${written}` : (written ?? '')}-${m}-${d}`];
}
