import { fillTexts, type JsonObject } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';

/** Values with their templates filled in. A text that is one expression, `{{ orders }}`, becomes what that is: a list stays a list. */
export function fillValues(templateValues: JsonObject, values: JsonObject, templates: Templates): JsonObject {
  const fill = (text: string) =>
    isExpression(text) ? templates.evaluate(text, values) : templates.render(text, values);
  return Object.fromEntries(Object.entries(templateValues).map(([key, value]) => [key, fillTexts(value, fill)]));
}

/** Nothing but one pair of braces; `{{ a }} and {{ b }}` is a text. */
function isExpression(text: string): boolean {
  return /^\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text);
}
