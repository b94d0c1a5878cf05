import { size } from '../values/index.ts';

/** The bytes that one case may have, on a line or on several. */
export const MOST_OF_A_CASE = 16 * 1024 ** 2;

/** In words, what is wrong with a line or a case that nobody reads. */
export function tooLong(what: 'line' | 'case', most = MOST_OF_A_CASE): string {
  return `the ${what} has more than ${size(most)}; put long texts into files and attach them`;
}
