import * as z from 'zod';
import { parseDuration } from '../values/index.ts';

/** A duration such as `30s` or `2m30s`. */
export const durationSchema = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'must be a duration such as 30s or 2m30s, at most 576h');
