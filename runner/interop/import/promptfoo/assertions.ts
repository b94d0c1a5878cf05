import escapeStringRegexp from 'escape-string-regexp';
import { isJsonObject, type Json, type JsonObject, jsonText } from '../../../values/index.ts';
import type { Players } from '../imported.ts';
import { type RenderedText, renderValue } from './template.ts';

/** What a check of promptfoo is here, or why there is no such thing. */
export type CarriedCheck = { ok: true; assertions: JsonObject[] } | { ok: false; why: string };

type Check = { written: JsonObject; vars: JsonObject; players: Players };

/** Keys that change what a check means. Names and descriptions of metrics do not. */
const changing = ['transform', 'contextTransform', 'provider', 'config', 'rubricPrompt', 'weight', 'threshold'];

/** One check of promptfoo, with its variables filled in. */
export function carryCheck({ written, vars, players }: Check): CarriedCheck {
  const type = String(written.type ?? '');
  const isNegated = type.startsWith('not-');
  const name = isNegated ? type.slice('not-'.length) : type;
  const takesThreshold = name === 'latency' || name === 'cost';
  const extra = changing.find((key) => written[key] !== undefined && !(key === 'threshold' && takesThreshold));
  if (extra !== undefined && !(extra === 'weight' && written.weight === 1)) {
    return { ok: false, why: `"${extra}" changes what it means, and nothing here does the same` };
  }
  const value = filled(written.value ?? null, vars);
  if (!value.ok) return value;
  const made = assertionsFor(name, { value: value.value, threshold: written.threshold, players });
  if (!made.ok || !isNegated) return made;
  const [only] = made.assertions;
  if (made.assertions.length > 1 || only === undefined)
    return { ok: false, why: `${type} of several values has no counterpart` };
  return { ok: true, assertions: [{ ...only, negate: true }] };
}

type Asked = { value: Json; threshold: Json | undefined; players: Players };

function assertionsFor(name: string, { value, threshold, players }: Asked): CarriedCheck {
  const list = Array.isArray(value)
    ? value.map(jsonText)
    : jsonText(value)
        .split(',')
        .map((part) => part.trim());
  switch (name) {
    case 'equals':
      return one({ type: 'equals', value });
    case 'contains':
      return one({ type: 'contains', value: jsonText(value) });
    case 'icontains':
      return one({ type: 'contains', value: jsonText(value), ignore_case: true });
    case 'contains-all':
      return { ok: true, assertions: list.map((part) => ({ type: 'contains', value: part })) };
    case 'icontains-all':
      return { ok: true, assertions: list.map((part) => ({ type: 'contains', value: part, ignore_case: true })) };
    case 'contains-any':
      return one({ type: 'regex', value: list.map((part) => escaped(part)).join('|') });
    case 'icontains-any':
      return one({ type: 'regex', value: `(?i)${list.map((part) => escaped(part)).join('|')}` });
    case 'starts-with':
      return one({ type: 'regex', value: `\\A${escaped(jsonText(value))}` });
    case 'regex':
      return one({ type: 'regex', value: jsonText(value) });
    case 'latency':
      return typeof threshold === 'number'
        ? one({ type: 'limits', duration: `${Math.round(threshold)}ms` })
        : noThreshold;
    case 'cost':
      return typeof threshold === 'number' ? one({ type: 'limits', cost: threshold }) : noThreshold;
    case 'llm-rubric':
      return players.judge === undefined ? noJudge : one({ type: 'agent', use: `agents:${players.judge}`, value });
    default:
      return { ok: false, why: others[name] ?? `there is no assertion like "${name}"` };
  }
}

const noThreshold: CarriedCheck = { ok: false, why: 'it has no threshold' };
const noJudge: CarriedCheck = {
  ok: false,
  why: 'the workspace has no agent that judges; name one with --map judge=<agent>',
};
const code = 'it is code for promptfoo; write it as a script assertion';
const others: Readonly<Record<string, string>> = {
  javascript: code,
  python: code,
  ruby: code,
  webhook: 'it asks an address of promptfoo’s own shape',
  'is-json': 'no assertion demands that all of the answer is JSON; json_path and type look for JSON in it',
  'contains-json': 'no assertion demands any JSON; json_path and type say which',
  similar: 'no assertion compares embeddings',
};

function one(assertion: JsonObject): CarriedCheck {
  return { ok: true, assertions: [assertion] };
}

function escaped(text: string): string {
  return escapeStringRegexp(text).replaceAll('\\x2d', '-');
}

/** The value of a check with its variables in it, unless some of it is elsewhere. */
function filled(value: Json, vars: JsonObject): RenderedText<Json> {
  const elsewhere = elsewhereIn(value);
  if (elsewhere !== undefined) return { ok: false, why: `its value is elsewhere: ${elsewhere}` };
  return renderValue(value, vars);
}

function elsewhereIn(value: Json): string | undefined {
  if (typeof value === 'string') return /^(?:file|https?|package|exec):/.test(value) ? value : undefined;
  const members = isJsonObject(value) ? Object.values(value) : value;
  if (!Array.isArray(members)) return undefined;
  return members.map(elsewhereIn).find((found) => found !== undefined);
}
