import * as z from 'zod';
import { assertionSchema, jsonSchema } from '../../contract/index.ts';

/** Questions on which a script blocks until its host answers with JSON or an error. */
export const scriptHostRequestSchema = z.discriminatedUnion('type', [
  /** A call of the form `Process(name, ...arguments)`. */
  z.strictObject({ type: z.literal('process'), name: z.string(), arguments: z.array(jsonSchema) }),
  /** A check of a test that only the host can evaluate. */
  z.strictObject({ type: z.literal('judge'), assertion: assertionSchema, output: jsonSchema }),
]);
export type ScriptHostRequest = z.infer<typeof scriptHostRequestSchema>;
