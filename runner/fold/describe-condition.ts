import type { Assertion, Condition } from '../contract/index.ts';
import { canonicalJson, type Json } from '../values/index.ts';

const LONGEST = 300;

export function conditionOf(assertion: Assertion): Condition {
  const tools = toolsOf(assertion);
  return {
    check: assertion.type,
    wanted: wantedOf(assertion).slice(0, LONGEST),
    ...(assertion.negate === true ? { negate: true } : {}),
    ...(tools.length === 0 ? {} : { tools }),
  };
}

function wantedOf(assertion: Assertion): string {
  switch (assertion.type) {
    case 'equals':
    case 'contains':
    case 'not_contains':
    case 'type':
      return textOf(assertion.value);
    case 'regex':
      return assertion.value ?? assertion.pattern ?? '';
    case 'json_path':
      return `${assertion.path} = ${canonicalJson(assertion.value)}`;
    case 'tool_called':
      return calledOf(assertion);
    case 'tool_result': {
      const { tool, result } = assertion.value;
      return result === undefined ? tool : `${tool} → ${textOf(result)}`;
    }
    case 'script':
      return assertion.script ?? assertion.use ?? '';
    case 'agent':
      return textOf(assertion.value ?? assertion.options?.metadata?.criteria ?? assertion.use);
    default:
      assertion satisfies never;
      return '';
  }
}

function calledOf(assertion: Extract<Assertion, { type: 'tool_called' }>): string {
  const { value } = assertion;
  const args = isPattern(value) ? value.arguments : assertion.arguments;
  const names = toolsOf(assertion).join(' or ');
  return args === undefined ? names : `${names}(${canonicalJson(args)})`;
}

function toolsOf(assertion: Assertion): string[] {
  if (assertion.type === 'tool_result') return [assertion.value.tool];
  if (assertion.type !== 'tool_called') return [];
  const { value, name } = assertion;
  if (isPattern(value)) return [value.name];
  return [value ?? name ?? []].flat();
}

function isPattern<Value>(value: Value): value is Exclude<Value, string | readonly string[] | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
