import { isJsonObject, type Json, type JsonObject, toJsonText } from '../../../../values/index.ts';

export type RenderedText<Value = string> = { ok: true; value: Value } | { ok: false; why: string };

/** Fills in `{{ name }}` and `{{ name.member }}`. Rejects templates that compute values. */
export function renderTemplate(template: string, vars: JsonObject): RenderedText {
  if (/\{%|\{#/.test(template)) return { ok: false, why: 'the template has statements' };
  const [start = '', ...pieces] = template.split('{{');
  let value = start;
  for (const piece of pieces) {
    const end = piece.indexOf('}}');
    const name = piece.slice(0, Math.max(end, 0)).replace(/^-/, '').replace(/-$/, '').trim();
    const variable = /^[A-Za-z_][\w.]*$/.test(name) ? findVariableAtPath(vars, name) : undefined;
    if (variable === undefined)
      return { ok: false, why: `the template has ${quoteTemplatePlaceholder(piece, end)}, which no variable fills in` };
    value += toJsonText(variable) + piece.slice(end + 2);
  }
  return { ok: true, value };
}

/** Fills in the variables in all texts of a value. */
export function renderValue(value: Json, vars: JsonObject): RenderedText<Json> {
  if (typeof value === 'string') return renderTemplate(value, vars);
  if (Array.isArray(value)) return renderItems(value, vars);
  if (!isJsonObject(value)) return { ok: true, value };
  const items = renderItems(Object.values(value), vars);
  if (!items.ok) return items;
  return { ok: true, value: Object.fromEntries(Object.keys(value).map((key, at) => [key, items.value[at] ?? null])) };
}

function renderItems(items: readonly Json[], vars: JsonObject): RenderedText<Json[]> {
  const rendered: Json[] = [];
  for (const item of items) {
    const renderedItem = renderValue(item, vars);
    if (!renderedItem.ok) return renderedItem;
    rendered.push(renderedItem.value);
  }
  return { ok: true, value: rendered };
}

function quoteTemplatePlaceholder(piece: string, end: number): string {
  return `{{${end < 0 ? piece.slice(0, 40) : piece.slice(0, end + 2)}`;
}

function findVariableAtPath(vars: JsonObject, name: string): Json | undefined {
  return name
    .split('.')
    .reduce<Json | undefined>(
      (value, part) => (isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      vars,
    );
}

const MAX_COMBINATIONS = 1_000;

/**
 * For a variable with a list of values, creates one test per value, as promptfoo does. Undefined if there are too many
 * combinations.
 */
export function listCombinations(vars: JsonObject): JsonObject[] | undefined {
  let combinations: JsonObject[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) ? value : [value];
    combinations = combinations.flatMap((combination) => values.map((item) => ({ ...combination, [name]: item })));
    if (combinations.length > MAX_COMBINATIONS) return undefined;
  }
  return combinations;
}
