import { loadTestFileJsonSchema } from '../extensions/workspace-files.ts';
import { caseJsonSchema, configJsonSchema } from '../inputs/json-schema.ts';

/** Returns the JSON Schemas of the files that people write. */
export const jsonSchemas = { case: caseJsonSchema, config: configJsonSchema, test: loadTestFileJsonSchema };
