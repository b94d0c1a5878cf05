import { types } from 'node:util';
import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { formatValueForMessage } from './plain-value.ts';

/**
 * An assertion in the notation of case files with the output to check, or a description of what is wrong with the
 * check.
 */
export type HostCheckRequest = { assertion: Assertion; output: Json } | { wrong: string };

/**
 * A check of a test that the host evaluates. `parameters` are the names of the parameters before the optional message.
 */
export type HostCheck = { parameters: readonly string[]; ask(values: readonly unknown[]): HostCheckRequest };

/** The checks of `t.assert` that correspond to assertions of case files, by name. */
export const hostChecks: Readonly<Record<string, HostCheck>> = {
  Match: { parameters: ['value', 'pattern'], ask: (values) => createPatternCheckRequest(values, {}) },
  NotMatch: { parameters: ['value', 'pattern'], ask: (values) => createPatternCheckRequest(values, { negate: true }) },
  JSONPath: { parameters: ['value', 'path', 'expected'], ask: createPathCheckRequest },
  Agent: { parameters: ['output', 'agent'], ask: createAgentCheckRequest },
};

/** A pattern in RE2 syntax, or a JavaScript regular expression that RE2 supports too. */
function createPatternCheckRequest([value, pattern]: readonly unknown[], manner: { negate?: true }): HostCheckRequest {
  const source = types.isRegExp(pattern) ? toRe2Source(pattern) : pattern;
  if (typeof source !== 'string') return { wrong: `the pattern must be a text, got ${formatValueForMessage(pattern)}` };
  if (manner.negate === true && (value === '' || value === null || value === undefined))
    return { wrong: `${formatValueForMessage(value)} matches nothing, so this always holds` };
  return { assertion: { type: 'regex', value: source, ...manner }, output: toJson(value) };
}

function toRe2Source({ source, flags }: RegExp): string {
  const supportedFlags = flags.replaceAll(/[^ims]/g, '');
  return supportedFlags === '' ? source : `(?${supportedFlags})${source}`;
}

function createPathCheckRequest([value, path, expected]: readonly unknown[]): HostCheckRequest {
  if (typeof path !== 'string')
    return { wrong: `the path must be a text such as $.items[0].name, got ${formatValueForMessage(path)}` };
  return { assertion: { type: 'json_path', path, value: toJson(expected) }, output: toJson(value) };
}

function createAgentCheckRequest([output, agent, options]: readonly unknown[]): HostCheckRequest {
  if (typeof agent !== 'string' || agent.trim() === '') {
    return { wrong: `the agent must be an id such as tests.validator-agent, got ${formatValueForMessage(agent)}` };
  }
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) {
    return { wrong: `the options must be an object such as {criteria: "…"}, got ${formatValueForMessage(options)}` };
  }
  const { criteria, metadata, connector, ...unknown } = {
    criteria: undefined,
    metadata: undefined,
    connector: undefined,
    ...options,
  };
  const [first] = Object.keys(unknown);
  if (first !== undefined) return { wrong: `unknown option "${first}"; known are criteria, metadata, connector` };
  const assertion = { type: 'agent', use: agent, value: criteria, options: { metadata, connector } };
  return { assertion: JSON.parse(JSON.stringify(assertion)), output: toJson(output) };
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
