import { createRequire } from 'node:module';
import type * as minijinja from 'minijinja-js';
import { AgentError } from '../../../ports/index.ts';
import { castToJson, type Json, type JsonObject, toErrorMessage } from '../../../values/index.ts';
import { formatRfc3339, formatTime } from './format-time.ts';
import {
  addRowsFilter,
  collectTables,
  findTableRows,
  formatRowLines,
  rewriteTableExpressions,
  type TableRowsByKey,
} from './tables.ts';

type TemplateEngine = typeof minijinja;

/** The maximum number of steps of a template. An endless loop stops within a second. */
const MAX_FUEL = 5_000_000;

const requireModule = createRequire(import.meta.url);

/** Thrown for a mistake in a template. The line counts from 1. */
export class TemplateError extends AgentError {
  readonly problem: string;
  readonly line: number | undefined;

  constructor(problem: string, line?: number, options?: ErrorOptions) {
    super(line === undefined ? problem : `${problem}, in line ${line} of the template`, 'configuration', options);
    this.problem = problem;
    this.line = line;
  }
}

/** Renders Jinja templates. All functions throw a `TemplateError` for a mistake. */
export type Templates = {
  /** Renders a template. Unknown names render as nothing. */
  render(template: string, values: JsonObject): string;
  /** Returns the value of an expression, such as `orders.value` or `{{ orders.value }}`; null if it does not exist. */
  evaluate(expression: string, values: JsonObject): Json;
};

/**
 * Creates Jinja templates with the functions `now()`, `tojson` and `sqlquote`. The engine is loaded when the first
 * template is rendered that is not plain text.
 */
export function createTemplates(now: () => Date = () => new Date()): Templates {
  return {
    render(template, values) {
      if (!/\{[{%#]/.test(template)) return template;
      const tables = collectTables(values);
      const source = tables.size === 0 ? template : rewriteTableExpressions(template);
      return withTemplateEnvironment({ now, tables }, (environment) => environment.renderStr(source, values));
    },
    evaluate(expression, values) {
      const [, inner = expression] = /^\s*\{\{(.*)\}\}\s*$/s.exec(expression) ?? [];
      const tables = collectTables(values);
      const source = tables.size === 0 ? inner.trim() : addRowsFilter(inner.trim());
      return withTemplateEnvironment({ now, tables }, (environment) => toJson(environment.evalExpr(source, values)));
    },
  };
}

/** Uses a new environment for every template, because an environment must not be used again after an error. */
function withTemplateEnvironment<Result>(
  { now, tables }: { now: () => Date; tables: TableRowsByKey },
  work: (environment: minijinja.Environment) => Result,
): Result {
  const { Environment } = loadEngine();
  const environment = new Environment();
  // Collects errors of callbacks, because throwing in a callback would crash the engine.
  const problems: string[] = [];
  environment.fuel = MAX_FUEL;
  environment.addGlobal('now', (...timeArguments: unknown[]) => formatTimeFromArguments(timeArguments, now, problems));
  environment.addFilter('tojson', (value: unknown) => JSON.stringify(toJson(value)));
  environment.addFilter('sqlquote', (value: unknown) => `'${toRenderedText(value).replaceAll("'", "''")}'`);
  environment.addFilter('rows', (value: unknown) => findTableRows(tables, toJson(value)) ?? toJson(value));
  environment.addFilter('row_lines', (value: unknown) => {
    const rows = findTableRows(tables, toJson(value));
    return rows === undefined ? toJson(value) : formatRowLines(rows);
  });
  try {
    const result = work(environment);
    const [problem] = problems;
    if (problem !== undefined) throw new TemplateError(problem);
    environment.free();
    return result;
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    if (error instanceof WebAssembly.RuntimeError) unloadEngine();
    throw toTemplateError(error);
  }
}

function loadEngine(): TemplateEngine {
  return requireModule('minijinja-js');
}

/** Loads the engine again after a crash, because otherwise it could not explain later errors. */
function unloadEngine(): void {
  delete requireModule.cache[requireModule.resolve('minijinja-js')];
}

/**
 * Parses an error of the engine, such as `undefined value (in <string>:2)`, which is followed by an excerpt of the
 * template.
 */
function toTemplateError(error: unknown): TemplateError {
  if (error instanceof WebAssembly.RuntimeError)
    return new TemplateError('the template needs too much memory, or is nested too deeply');
  const message = toErrorMessage(error);
  const [, detail = message, kind, line] = /^(.*?) \(in <(\w+)>:(\d+)\)(?:\n|$)/.exec(message) ?? [];
  const problem = detail.replace(
    'engine ran out of fuel',
    'the template takes too many steps: check that its loops end',
  );
  return new TemplateError(problem, kind === 'string' ? Number(line) : undefined, { cause: error });
}

function formatTimeFromArguments(timeArguments: readonly unknown[], now: () => Date, problems: string[]): string {
  const last = timeArguments.at(-1);
  const options = last instanceof Map ? last : new Map<unknown, unknown>();
  const [format, utc] = [options.get('fmt'), options.get('utc')];
  const zone = utc === true ? 'utc' : 'local';
  if (typeof format !== 'string') return formatRfc3339(now(), zone);
  const { text, unknownSpecifier } = formatTime(format, now(), zone);
  if (unknownSpecifier !== undefined)
    problems.push(`now(fmt="${format}"): there is no "${unknownSpecifier}" in a time format`);
  return text;
}

/** Converts a value of the engine to JSON. The engine returns maps for objects, and `undefined` for missing values. */
function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]));
  if (Array.isArray(value)) return value.map(toJson);
  return castToJson(value);
}

function toRenderedText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(toJson(value));
}
