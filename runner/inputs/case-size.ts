import { size } from '../values/index.ts';

/** The maximum size of a case in bytes, whether it takes one line or several. */
export const MOST_OF_A_CASE = 16 * 1024 ** 2;

/** The error message for a line or case that is too long to be read. */
export function tooLong(what: 'line' | 'case', most = MOST_OF_A_CASE): string {
  return `the ${what} has more than ${size(most)}; put long texts into files and attach them`;
}
