import escapeStringRegexp from 'escape-string-regexp';
import { isJsonObject, type Json, type JsonObject, toJsonText, withoutUndefined } from '../../../../values/index.ts';
import type { CheckScript, RoleAgents } from '../import-source.ts';
import {
  type GeneratedCheckCode,
  generateJavascriptCheck,
  generateJsonEqualityCheck,
  generateJsonSchemaCheck,
} from './code-checks.ts';
import { type RenderedText, renderValue } from './template.ts';

/**
 * The assertions for a check of promptfoo, or the reason why there are none. If `decidesNothing` is true, nothing is
 * lost, because the check never affects the result of its test. `note` says what the assertions do not check.
 */
export type ConvertedCheck =
  | { ok: true; assertions: JsonObject[]; note?: string }
  | { ok: false; why: string; decidesNothing?: true };

type PromptfooCheck = {
  written: JsonObject;
  vars: JsonObject;
  roleAgents: RoleAgents;
  script: CheckScript | undefined;
};

/**
 * Keys that change the result of a check. Weights are not among them, because all checks must pass; neither are names
 * and descriptions of metrics.
 */
const resultChangingKeys = ['transform', 'contextTransform', 'provider', 'config', 'rubricPrompt', 'threshold'];

/**
 * Returns true for a rubric with a provider. The provider only names the judge's model, which is configured elsewhere
 * in Turntree.
 */
export function hasOwnJudge({ type, provider }: JsonObject): boolean {
  return provider !== undefined && /^(?:not-)?llm-rubric$/.test(String(type));
}

/** Converts a check of promptfoo and fills in its variables. */
export function convertCheck({ written, vars, roleAgents, script }: PromptfooCheck): ConvertedCheck {
  const type = String(written.type ?? '');
  const isNegated = type.startsWith('not-');
  const name = isNegated ? type.slice('not-'.length) : type;
  const takesThreshold = name === 'latency' || name === 'cost';
  if (written.weight === 0) return { ok: false, why: 'the weight of the check is 0', decidesNothing: true };
  const understoodKeys = [takesThreshold && 'threshold', hasOwnJudge(written) && 'provider'];
  const unsupportedKey = resultChangingKeys.find((key) => written[key] !== undefined && !understoodKeys.includes(key));
  if (unsupportedKey !== undefined) {
    return { ok: false, why: `"${unsupportedKey}" changes what the check means, and has no counterpart in Turntree` };
  }
  // Does not fill in variables of JavaScript code, because braces are part of its syntax.
  const value = name === 'javascript' ? findInlineCode(written.value) : renderInlineValue(written.value ?? null, vars);
  if (!value.ok) return value;
  const carried = convertCheckOfType(name, {
    value: value.value,
    threshold: written.threshold,
    roleAgents,
    script,
    vars,
  });
  if (!carried.ok || !isNegated) return carried;
  const [only] = carried.assertions;
  if (carried.assertions.length > 1 || only === undefined)
    return { ok: false, why: `${type} of several values has no counterpart` };
  return { ok: true, assertions: [{ ...only, negate: true }] };
}

type PromptfooCheckParts = {
  value: Json;
  threshold: Json | undefined;
  roleAgents: RoleAgents;
  script: CheckScript | undefined;
  vars: JsonObject;
};

function convertCheckOfType(name: string, parts: PromptfooCheckParts): ConvertedCheck {
  const { value, threshold, roleAgents, vars } = parts;
  const list = Array.isArray(value) ? value.map(toJsonText) : splitCommaSeparated(toJsonText(value));
  switch (name) {
    case 'equals':
      // Compares scalars such as numbers as text, because the answer is a text.
      return typeof value === 'object' && value !== null
        ? addScriptAssertion(generateJsonEqualityCheck(value), parts)
        : toConvertedCheck({ type: 'equals', value: toJsonText(value) });
    case 'javascript':
      return addScriptAssertion(generateJavascriptCheck(toJsonText(value)), parts, vars);
    case 'is-json':
      return withSchemaNote(addScriptAssertion(generateJsonSchemaCheck(value), parts), value);
    case 'contains':
      return toConvertedCheck({ type: 'contains', value: toJsonText(value) });
    case 'icontains':
      return toConvertedCheck({ type: 'contains', value: toJsonText(value), ignore_case: true });
    case 'contains-all':
      return { ok: true, assertions: list.map((part) => ({ type: 'contains', value: part })) };
    case 'icontains-all':
      return { ok: true, assertions: list.map((part) => ({ type: 'contains', value: part, ignore_case: true })) };
    case 'contains-any':
      return toConvertedCheck({ type: 'regex', value: list.map((part) => escapePattern(part)).join('|') });
    case 'icontains-any':
      return toConvertedCheck({ type: 'regex', value: `(?i)${list.map((part) => escapePattern(part)).join('|')}` });
    case 'starts-with':
      return toConvertedCheck({ type: 'regex', value: `\\A${escapePattern(toJsonText(value))}` });
    case 'regex':
      return toConvertedCheck({ type: 'regex', value: toJsonText(value) });
    case 'latency':
      return typeof threshold === 'number'
        ? toConvertedCheck({ type: 'limits', duration: `${Math.round(threshold)}ms` })
        : noThresholdRefusal;
    case 'cost':
      return typeof threshold === 'number' ? toConvertedCheck({ type: 'limits', cost: threshold }) : noThresholdRefusal;
    case 'llm-rubric':
      return roleAgents.judge === undefined
        ? noJudgeRefusal
        : toConvertedCheck({ type: 'agent', use: `agents:${roleAgents.judge}`, value });
    default:
      return { ok: false, why: unsupportedCheckReasons[name] ?? `there is no assertion like "${name}"` };
  }
}

const noThresholdRefusal: ConvertedCheck = { ok: false, why: 'the check has no threshold' };
const noJudgeRefusal: ConvertedCheck = {
  ok: false,
  why: 'the workspace has no agent that judges; name one with --map judge=<agent>',
};
const CODE_CHECK_SKIP_REASON = 'the check is code for promptfoo; write it as a script assertion';
const unsupportedCheckReasons: Readonly<Record<string, string>> = {
  python: CODE_CHECK_SKIP_REASON,
  ruby: CODE_CHECK_SKIP_REASON,
  webhook: 'the check calls a web service in a format of promptfoo',
  'contains-json': 'no assertion accepts any JSON; require a value or a type in it with json_path or type',
  similar: 'no assertion compares embeddings',
};

/** Adds the check as a function to the script of the suite. `value` is an argument of the function. */
function addScriptAssertion(
  code: GeneratedCheckCode,
  { script }: PromptfooCheckParts,
  value?: JsonObject,
): ConvertedCheck {
  if (!code.ok) return code;
  if (script === undefined)
    return { ok: false, why: 'the check becomes a script, and scripts are only written with -o' };
  return toConvertedCheck({ type: 'script', script: script.add(code.code), ...withoutUndefined({ value }) });
}

const NOTHING_REQUIRED_NOTE = 'the JSON schema has "properties", but no "required", so the answer {} passes';

function withSchemaNote(check: ConvertedCheck, schema: Json): ConvertedCheck {
  if (!check.ok || !isJsonObject(schema) || !isJsonObject(schema.properties ?? null)) return check;
  const { required = [], anyOf, allOf, oneOf, not } = schema;
  const isOpen = [required].flat().length === 0 && [anyOf, allOf, oneOf, not].every((part) => part === undefined);
  return isOpen ? { ...check, note: NOTHING_REQUIRED_NOTE } : check;
}

function findInlineCode(value: Json | undefined): RenderedText<Json> {
  if (typeof value !== 'string') return { ok: false, why: 'the check has no code' };
  return findFileReference(value) === undefined
    ? { ok: true, value }
    : { ok: false, why: `the code of the check is in another file: ${value}` };
}

/** Splits comma-separated values; a quoted value may contain commas. */
function splitCommaSeparated(text: string): string[] {
  const parts = text.match(/\s*(?:"(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)/g) ?? [];
  return parts
    .slice(0, text.trimEnd().endsWith(',') ? undefined : -1)
    .map((part) => part.replace(/,$/, '').trim())
    .map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : part));
}

function toConvertedCheck(assertion: JsonObject): ConvertedCheck {
  return { ok: true, assertions: [assertion] };
}

function escapePattern(text: string): string {
  return escapeStringRegexp(text).replaceAll('\\x2d', '-');
}

/** Fills in the variables of a check's value. Rejects a value with a part that is defined in a file or at a URL. */
function renderInlineValue(value: Json, vars: JsonObject): RenderedText<Json> {
  const elsewhere = findFileReference(value);
  if (elsewhere !== undefined) return { ok: false, why: `the value of the check is in another file: ${elsewhere}` };
  return renderValue(value, vars);
}

function findFileReference(value: Json): string | undefined {
  if (typeof value === 'string') return /^(?:file|https?|package|exec):/.test(value) ? value : undefined;
  const members = isJsonObject(value) ? Object.values(value) : value;
  if (!Array.isArray(members)) return undefined;
  return members.map(findFileReference).find((reason) => reason !== undefined);
}
