import { parse } from 'jsonc-parser';
import * as z from 'zod';
import { findTooDeepOffset, isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';

export type CheckedArguments = { ok: true; value: JsonObject } | { ok: false; problem: string };

/**
 * Parses and validates the arguments of a tool call. Small mistakes in the JSON are repaired, and arguments that the
 * schema does not allow are rejected.
 */
export function prepareArguments(rawArguments: Json, schema: JsonObject): CheckedArguments {
  const value = typeof rawArguments === 'string' ? parseArgumentsLeniently(rawArguments) : (rawArguments ?? {});
  if (!isJsonObject(value)) {
    return {
      ok: false,
      problem: `its arguments must be a JSON object, not ${JSON.stringify(rawArguments).slice(0, 200)}`,
    };
  }
  const problem = findSchemaProblem(value, schema);
  return problem === undefined
    ? { ok: true, value }
    : { ok: false, problem: `its arguments do not match the schema: ${problem}` };
}

function parseArgumentsLeniently(argumentsText: string): unknown {
  if (argumentsText.trim() === '') return {};
  if (findTooDeepOffset(argumentsText) !== undefined) return undefined;
  return parse(argumentsText, [], { allowTrailingComma: true });
}

function findSchemaProblem(value: JsonObject, schema: JsonObject): string | undefined {
  const checkResult = createValidator(schema)?.safeParse(value);
  if (checkResult === undefined || checkResult.success) return undefined;
  return z.prettifyError(checkResult.error).replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

/**
 * If a schema uses features that are not supported here, all arguments are accepted; the tool itself may still check
 * them.
 */
function createValidator(schema: JsonObject): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(JSON.parse(JSON.stringify(schema)));
  } catch {
    return undefined;
  }
}
