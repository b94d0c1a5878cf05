import { loadTestFileJsonSchema } from '../extensions/workspace-files.ts';
import { caseJsonSchema, configJsonSchema } from '../inputs/json-schema.ts';

/** The JSON Schemas of the files that people write. */
export const jsonSchemas = { case: caseJsonSchema, config: configJsonSchema, test: loadTestFileJsonSchema };
