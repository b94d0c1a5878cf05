import { isJsonObject, type Json, type JsonObject } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';

/** A value with its templates filled in. A text that is one expression, `{{ orders }}`, becomes what that is: a list stays a list. */
export function fillValue(written: Json, values: JsonObject, templates: Templates): Json {
  if (typeof written === 'string') return fillText(written, values, templates);
  if (Array.isArray(written)) return written.map((item) => fillValue(item, values, templates));
  return isJsonObject(written) ? fillValues(written, values, templates) : written;
}

export function fillValues(written: JsonObject, values: JsonObject, templates: Templates): JsonObject {
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, fillValue(value, values, templates)]));
}

function fillText(written: string, values: JsonObject, templates: Templates): Json {
  return isExpression(written) ? templates.evaluate(written, values) : templates.render(written, values);
}

/** Nothing but one pair of braces; `{{ a }} and {{ b }}` is a text. */
function isExpression(text: string): boolean {
  return /^\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text);
}
