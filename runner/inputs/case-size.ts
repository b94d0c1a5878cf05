import { size } from '../values/index.ts';

/** The bytes that one case may have, on a line or on several. */
export const MOST_OF_A_CASE = 16 * 1024 ** 2;

/** The error message for a line or case that is too long to be read. */
export function tooLong(what: 'line' | 'case', most = MOST_OF_A_CASE): string {
  return `the ${what} has more than ${size(most)}; put long texts into files and attach them`;
}
