import { formatToolName } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';
import { type Json, listTextsInValue } from '../../values/index.ts';
import { readsArguments } from './mocked-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

type CallsWithInputs = {
  rules: readonly Assertion[];
  /** The messages of the user. */
  inputs: readonly Json[];
  toolCalls: readonly ToolCallWithTurn[];
};

const months = 'january february march april may june july august september october november december'.split(' ');
const dayOfMonthPattern = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)? (${months.join('|')})|(${months.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?)\\b`,
  'gi',
);
const isoDatePattern = /\b\d{4}-(\d{2}-\d{2})\b/g;

/**
 * Finds a call with the right day but another month: the user names 12 June, the agent calls a tool with 2026-07-12,
 * and no rule reads the arguments.
 */
export function findOtherMonths({ rules, inputs, toolCalls }: CallsWithInputs): string[] {
  if (toolCalls.length === 0 || rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const named = listTextsInValue(inputs).flatMap((text) => [...text.matchAll(dayOfMonthPattern)].map(toMonthAndDay));
  const [date] = named;
  if (date === undefined || named.some((each) => each !== date)) return [];
  const dates = toolCalls.flatMap((call) =>
    listTextsInValue(call.arguments).flatMap((text) =>
      [...text.matchAll(isoDatePattern)].map(([written, monthAndDay = '']) => ({ call, written, monthAndDay })),
    ),
  );
  const isOtherMonth = dates.length > 0 && dates.every(({ monthAndDay }) => monthAndDay !== date);
  const other = dates.find(({ monthAndDay }) => monthAndDay.slice(-2) === date.slice(-2));
  if (!isOtherMonth || other === undefined || rules.some((rule) => readsArguments(rule, other.call))) return [];
  return [
    `${formatToolName(other.call)} was called with ${other.written}, which is another month than the user named, but no rule reads it; add "arguments" to a rule`,
  ];
}

function toMonthAndDay([, firstDay, firstMonth, secondMonth, secondDay]: RegExpExecArray): string {
  const month = months.indexOf((firstMonth ?? secondMonth ?? '').toLowerCase()) + 1;
  return `${String(month).padStart(2, '0')}-${(firstDay ?? secondDay ?? '').padStart(2, '0')}`;
}
