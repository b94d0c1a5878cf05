import { caseJsonSchema, configJsonSchema } from '../inputs/json-schema.ts';
import { testFileJsonSchema } from '../extensions/workspace-files.ts';

/** The JSON Schemas of the files that people write. */
export const jsonSchemas = { case: caseJsonSchema, config: configJsonSchema, test: testFileJsonSchema };
