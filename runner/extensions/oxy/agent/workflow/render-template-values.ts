import { type JsonObject, replaceStringValues } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';

/**
 * Fills in the templates of values. A text that is a single expression, `{{ orders }}`, becomes its value: a list
 * stays a list.
 */
export function renderTemplateValues(templateValues: JsonObject, values: JsonObject, templates: Templates): JsonObject {
  const renderText = (text: string) =>
    isSingleExpression(text) ? templates.evaluate(text, values) : templates.render(text, values);
  return Object.fromEntries(
    Object.entries(templateValues).map(([key, value]) => [key, replaceStringValues(value, renderText)]),
  );
}

/** Returns true for a single pair of braces and nothing else; `{{ a }} and {{ b }}` is a text. */
function isSingleExpression(text: string): boolean {
  return /^\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text);
}
