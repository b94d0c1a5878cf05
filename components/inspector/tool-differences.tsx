import type { AssertionResult } from '@/runner/contract';
import { isJsonObject, type Json, parseJsonOrKeepText } from '@/runner/values';
import { findSubsetDifferences, type SubsetDifference } from './find-subset-differences';

const MAX_SHOWN_CALLS = 5;

/** Lists for each call of a tool the arguments or parts of the result that differ from the expected ones. */
export function ToolDifferences({ calls }: { calls: readonly CallDifferences[] }) {
  return (
    <ol aria-label="Calls compared with what was expected" className="flex flex-col gap-2">
      {calls.slice(0, MAX_SHOWN_CALLS).map(({ title, differences }, position) => (
        <li key={position} className="rounded-sm bg-sunken px-2 py-1.5 text-xs">
          <p className="break-words font-mono text-2xs">
            <span className="text-ink-faint">{position + 1}. </span>
            {title}
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {differences.map((difference) => (
              <ValueDifference key={difference.path} difference={difference} />
            ))}
          </ul>
        </li>
      ))}
      {calls.length > MAX_SHOWN_CALLS && (
        <li className="text-ink-faint text-xs">
          and {calls.length - MAX_SHOWN_CALLS} more calls, none of which matches better
        </li>
      )}
    </ol>
  );
}

function ValueDifference({ difference: { path, expected, actual, pattern } }: { difference: SubsetDifference }) {
  return (
    <li className="break-words">
      {path !== '' && <span className="font-medium font-mono text-2xs">{path} </span>}
      <span className="text-ink-faint">{pattern === true ? 'should match' : 'should be'} </span>
      <code className="rounded-xs bg-fail-soft px-1 text-2xs text-fail">{toJson(expected)}</code>
      <span className="text-ink-faint">, {actual === undefined ? 'is missing' : 'is '}</span>
      {actual !== undefined && (
        <code className="rounded-xs bg-pass-soft px-1 text-2xs text-pass">{toJson(actual)}</code>
      )}
    </li>
  );
}

/** A tool call, and how it differs from the expected call. */
export type CallDifferences = { title: string; differences: SubsetDifference[] };

/**
 * Returns for a failed tool check how each call differs from the expected one, the most similar call first; empty for
 * other checks.
 */
export function findCallDifferences({ type, expected, actual }: AssertionResult): CallDifferences[] {
  if (type !== 'tool_called' && type !== 'tool_result') return [];
  if (!isJsonObject(expected) || !Array.isArray(actual)) return [];
  const calls =
    type === 'tool_result'
      ? findResultDifferences(expected.result, actual)
      : findArgumentDifferences(expected.arguments, actual);
  return calls
    .filter(({ differences }) => differences.length > 0)
    .toSorted((one, other) => one.differences.length - other.differences.length);
}

function findArgumentDifferences(expected: Json | undefined, calls: readonly Json[]): CallDifferences[] {
  if (expected === undefined) return [];
  return calls.flatMap((call) => {
    if (!isJsonObject(call)) return [];
    const title = typeof call.name === 'string' ? call.name : 'call';
    return [
      {
        title,
        differences: preferCertainDifferences(findSubsetDifferences(expected, parseJsonText(call.arguments) ?? {})),
      },
    ];
  });
}

function findResultDifferences(expected: Json | undefined, results: readonly Json[]): CallDifferences[] {
  if (expected === undefined || expected === null) return [];
  return results.map((result) => ({
    title: 'answer',
    differences: preferCertainDifferences(findSubsetDifferences(expected, result)),
  }));
}

/** Leaves out patterns if there are other differences, because patterns are not evaluated here and may match. */
function preferCertainDifferences(differences: SubsetDifference[]): SubsetDifference[] {
  const sure = differences.filter(({ pattern }) => pattern !== true);
  return sure.length > 0 ? sure : differences;
}

/** Parses arguments that are JSON in a string, as some agents pass them. */
function parseJsonText(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? parseJsonOrKeepText(value) : value;
}

function toJson(value: Json): string {
  return JSON.stringify(value);
}
