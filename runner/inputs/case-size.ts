import { formatSize } from '../values/index.ts';

/** The maximum size of a case in bytes, whether it takes one line or several. */
export const MAX_CASE_LENGTH = 16 * 1024 ** 2;

/** The error message for a line or case that is too long to be read. */
export function describeTooLong(subject: 'line' | 'case', maxLength = MAX_CASE_LENGTH): string {
  return `the ${subject} has more than ${formatSize(maxLength)}; put long texts into files and attach them`;
}
