import { parse } from 'jsonc-parser';
import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject, tooDeepAt } from '../../../values/index.ts';

export type CheckedArguments = { ok: true; value: JsonObject } | { ok: false; problem: string };

/** Arguments as a tool gets them: JSON with small mistakes is mended, and what the schema does not allow is refused. */
export function checkArguments(written: Json, schema: JsonObject): CheckedArguments {
  const value = typeof written === 'string' ? mended(written) : (written ?? {});
  if (!isJsonObject(value)) {
    return { ok: false, problem: `its arguments must be a JSON object, not ${JSON.stringify(written).slice(0, 200)}` };
  }
  const problem = problemOf(value, schema);
  return problem === undefined ? { ok: true, value } : { ok: false, problem: `its arguments do not fit: ${problem}` };
}

function mended(written: string): unknown {
  if (written.trim() === '') return {};
  if (tooDeepAt(written) !== undefined) return undefined;
  return parse(written, [], { allowTrailingComma: true });
}

function problemOf(value: JsonObject, schema: JsonObject): string | undefined {
  const checked = validatorOf(schema)?.safeParse(value);
  if (checked === undefined || checked.success) return undefined;
  return z.prettifyError(checked.error).replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

/** A schema beyond what can be checked here checks nothing; the tool itself still may. */
function validatorOf(schema: JsonObject): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(JSON.parse(JSON.stringify(schema)));
  } catch {
    return undefined;
  }
}
