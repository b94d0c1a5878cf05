import * as z from 'zod';
import { parseSize } from '../values/index.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const problem = 'must be a size such as 16 MB, or a number of bytes, and 256 MB at most';

/** A size such as `16 MB`, or a number of bytes. Limited because much longer texts cannot be handled in one piece. */
export const sizeSchema = z.union([z.number(), z.string()], problem).refine((size) => {
  const bytes = typeof size === 'number' ? size : (parseSize(size) ?? 0);
  return Number.isInteger(bytes) && bytes > 0 && bytes <= MOST_BYTES;
}, problem);
