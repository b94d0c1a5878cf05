import { type JsonObject, replaceStringValues } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';

/**
 * Renders the templates in values. If a text consists of a single expression, such as `{{ orders }}`, it is replaced by
 * the value of the expression, so a list stays a list.
 */
export function renderTemplateValues(templateValues: JsonObject, values: JsonObject, templates: Templates): JsonObject {
  const renderText = (text: string) =>
    isSingleExpression(text) ? templates.evaluate(text, values) : templates.render(text, values);
  return Object.fromEntries(
    Object.entries(templateValues).map(([key, value]) => [key, replaceStringValues(value, renderText)]),
  );
}

/** Returns true for a text that consists of a single expression. `{{ a }} and {{ b }}` does not. */
function isSingleExpression(text: string): boolean {
  return /^\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text);
}
