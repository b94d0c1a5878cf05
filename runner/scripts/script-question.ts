import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';

/** What a script may ask of its host while it stands still; each question is answered with JSON or an error. */
export const scriptQuestionSchema = z.discriminatedUnion('type', [
  /** `Process(name, ...arguments)` */
  z.strictObject({ type: z.literal('process'), name: z.string(), arguments: z.array(jsonSchema) }),
]);
export type ScriptQuestion = z.infer<typeof scriptQuestionSchema>;
