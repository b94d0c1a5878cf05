import * as z from 'zod';
import { assertionSchema, jsonSchema } from '../../contract/index.ts';

/** The questions of a script to its host while it stands still; each is answered with JSON or an error. */
export const scriptQuestionSchema = z.discriminatedUnion('type', [
  /** `Process(name, ...arguments)` */
  z.strictObject({ type: z.literal('process'), name: z.string(), arguments: z.array(jsonSchema) }),
  /** A check of a test that its own thread cannot make. */
  z.strictObject({ type: z.literal('judge'), assertion: assertionSchema, output: jsonSchema }),
]);
export type ScriptQuestion = z.infer<typeof scriptQuestionSchema>;
