import type { AuthoredCase, ConsistencyCase, ExperimentCase, StandardOrDynamicCase } from '../../contract/index.ts';
import { castToJson, formatGoDuration, type JsonObject } from '../../values/index.ts';

/**
 * Returns a case as its file contains it, in the key order of the documentation. `checks` are the fields by which this
 * kind of case is judged.
 */
export function toJsonCaseFileObject(
  testCase: StandardOrDynamicCase,
  checks: { [Key in keyof AuthoredCase]?: unknown },
): JsonObject {
  const { id, name, input, user, team, metadata, options, skip, tags, before, after, simulator, timeoutMs } = testCase;
  const { mocks, state, pass, inject } = testCase;
  const fields: { [Key in keyof AuthoredCase]: unknown } = {
    id,
    name,
    input,
    ...checks,
    user,
    team,
    metadata,
    options,
    timeout: timeoutMs === undefined ? undefined : formatGoDuration(timeoutMs),
    skip,
    tags,
    before,
    after,
    simulator,
    mocks,
    state,
    pass,
    inject,
  };
  return withoutUndefinedFields(fields);
}

/** Returns a case as it was parsed, for kinds of cases that are not written as JSON Lines. */
export function toParsedCaseObject({ hash: _, line: __, ...testCase }: ConsistencyCase | ExperimentCase): JsonObject {
  return withoutUndefinedFields(testCase);
}

function withoutUndefinedFields(fields: object): JsonObject {
  const definedFields: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) definedFields[key] = castToJson(value);
  return definedFields;
}
