import { type JsonObject, replaceStringValues } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';

/**
 * Fills in the templates in values. A text that is only one expression, such as `{{ orders }}`, becomes the value of
 * the expression: a list stays a list.
 */
export function renderTemplateValues(templateValues: JsonObject, values: JsonObject, templates: Templates): JsonObject {
  const renderText = (text: string) =>
    isSingleExpression(text) ? templates.evaluate(text, values) : templates.render(text, values);
  return Object.fromEntries(
    Object.entries(templateValues).map(([key, value]) => [key, replaceStringValues(value, renderText)]),
  );
}

/** Returns true for a text that is only one expression in braces; `{{ a }} and {{ b }}` is not. */
function isSingleExpression(text: string): boolean {
  return /^\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text);
}
