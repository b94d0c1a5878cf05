import { checkAssertion } from '../../assertions/check-assertion.ts';
import type { ExperimentCase } from '../../contract/index.ts';
import { computeEditDistance } from '../../values/index.ts';
import type { Columns } from './table-columns.ts';

/** Returns the reasons why a row may check nothing. */
export function findRowWarnings(
  testCase: ExperimentCase,
  { scorer, columns }: { scorer: string; columns: Columns },
): string[] {
  return [
    ...findRangeWarnings(testCase),
    ...findUnfilledPlaceholderWarnings(testCase, columns),
    ...(scorer === 'levenshtein' ? [...findSimilarityWarnings(testCase), ...findWrongDigitWarnings(testCase)] : []),
    ...(scorer === 'numeric' ? [...findNumberWarnings(testCase), ...findNearNumberWarnings(testCase)] : []),
    ...(scorer === 'regex' ? findPatternWarnings(testCase) : []),
  ];
}

function findRangeWarnings({ range: { min, max } }: ExperimentCase): string[] {
  const range = `expected_score_min ${min} to expected_score_max ${max}`;
  if (min > 0 && min < 1 && max >= 10) {
    const meant = Number((min * max).toFixed(4));
    return [`${range} has two scales; for a score from 0 to ${max} the minimum is ${meant}, not ${min}`];
  }
  if (min > 0 || max < 0.95 || max >= 1) return [];
  return [`${range}: only a perfect score is outside this range`];
}

/**
 * A placeholder for an empty column is not replaced. If both fields consist of this placeholder, it would be compared
 * with itself.
 */
function findUnfilledPlaceholderWarnings(
  { expectedOutput, groundTruth }: ExperimentCase,
  { names }: Columns,
): string[] {
  if (expectedOutput !== groundTruth) return [];
  const [, name = ''] = /^\{\{([^{}]+)\}\}$/.exec(expectedOutput.trim()) ?? [];
  if (!names.has(name.trim())) return [];
  return [`the column ${name.trim()} is empty here, so the unfilled placeholder {{${name}}} is compared with itself`];
}

const unrelatedSampleText =
  'The harbour was quiet when the last ferry came in, and only two gulls walked along the wall. A man in a green coat counted boxes.';

/**
 * Warns about a low minimum similarity: even unrelated texts in the same language reach it, because they have many
 * letters in common.
 */
function findSimilarityWarnings({ range: { min, max }, groundTruth = '', expectedOutput }: ExperimentCase): string[] {
  const expectedText = (groundTruth === '' ? expectedOutput : groundTruth)
    .slice(0, unrelatedSampleText.length)
    .toLowerCase();
  if (min <= 0 || max < 1 || expectedText === '') return [];
  const other = unrelatedSampleText.slice(0, expectedText.length).toLowerCase();
  const similarity =
    1 - computeEditDistance([...other], [...expectedText]) / Math.max(other.length, expectedText.length);
  if (similarity < min) return [];
  const similarityText = similarity.toFixed(2);
  return [
    `expected_score_min ${min}: a text on another subject has a similarity of ${similarityText}, so this checks next to nothing`,
  ];
}

/** Warns about a minimum similarity that a text with one wrong digit reaches. */
function findWrongDigitWarnings({ range: { min, max }, groundTruth = '', expectedOutput }: ExperimentCase): string[] {
  const expectedText = groundTruth === '' ? expectedOutput : groundTruth;
  const [number] = /\d+(?:[.,:]\d+)*/.exec(expectedText) ?? [];
  if (number === undefined || max < 1 || min >= 1 || 1 - 1 / expectedText.length < min) return [];
  return [
    `expected_score_min ${min} accepts a wrong digit, such as ${changeLastDigit(number)} for ${number}; compare the number with the scorer contains or regex`,
  ];
}

function changeLastDigit(number: string): string {
  return number.replace(/\d$/, (digit) => String(digit === '9' ? 8 : Number(digit) + 1));
}

/**
 * A minimum from here on may be meant to allow different wording only, so it gets a warning. A lower minimum is clearly
 * meant to allow other numbers.
 */
const MIN_STRICT_SCORE = 0.9;

/** Warns about a small whole number, such as a fee, if the minimum also accepts the next smaller number. */
function findNearNumberWarnings({ range: { min, max }, groundTruth = '', expectedOutput }: ExperimentCase): string[] {
  const expectedText = groundTruth === '' ? expectedOutput : groundTruth;
  const number = Number(expectedText.trim());
  if (!/^\d{1,2}$/.test(expectedText.trim()) || number === 0 || max < 1 || min >= 1 || min < MIN_STRICT_SCORE)
    return [];
  if (1 - 1 / number < min) return [];
  return [`expected_score_min ${min} accepts ${number - 1} for ${number}; write 1 for an exact number`];
}

/** Digits are kept together with their word, date or time, because they are parts of one value. */
const numberPattern = /(?<![\w.,:/-])[$€£]?[-+]?\d[\d,]*(?:\.\d+)?(?![\w:/-])/g;

function findNumberWarnings({ groundTruth = '', expectedOutput }: ExperimentCase): string[] {
  const expectedText = groundTruth === '' ? expectedOutput : groundTruth;
  const [first, second] = [...expectedText.matchAll(numberPattern)].map(([number]) => number);
  if (first === undefined || second === undefined) return [];
  return [`only the first number, ${first}, is compared; leave the others out of the ground truth`];
}

function findPatternWarnings({ groundTruth = '' }: ExperimentCase): string[] {
  if (groundTruth === '') return [];
  return checkAssertion({ type: 'regex', value: groundTruth }).map(({ message }) => `ground_truth: ${message}`);
}
