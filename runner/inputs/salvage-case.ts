import { type Assertion, type AuthoredCase, assertionSchema, authoredCaseSchema } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

const placeholder: Assertion = { type: 'contains', value: '' };

/**
 * The sound parts of a case whose shape is wrong somewhere, so that what is wrong with those parts is reported in the
 * same go. Parts that are beside the point are filled in; the result is for checking, never for running.
 */
export function salvageCase(value: Json): AuthoredCase | undefined {
  if (!isJsonObject(value)) return undefined;
  const sound: JsonObject = { id: 'unknown', input: '' };
  for (const [key, schema] of Object.entries(authoredCaseSchema.shape)) {
    const part = value[key];
    if (part !== undefined && schema.safeParse(part).success) sound[key] = part;
  }
  const parsed = authoredCaseSchema.safeParse(sound);
  if (!parsed.success) return undefined;
  return parsed.data.assert === undefined ? withSoundAssertions(parsed.data, value.assert) : parsed.data;
}

/** Unsound ones keep their place, so that the positions of the others stay right. */
function withSoundAssertions(authored: AuthoredCase, assert: Json | undefined): AuthoredCase {
  if (!Array.isArray(assert)) return authored;
  return { ...authored, assert: assert.map((item) => assertionSchema.safeParse(item).data ?? placeholder) };
}
