import { jsonEquals } from '../assertions/json-equals.ts';
import { isToolNamed, parseArgumentsIfText } from '../assertions/match-tool.ts';
import type { ToolCall } from '../contract/index.ts';
import { withoutUndefined } from '../values/index.ts';

/**
 * Merges the calls that an agent reports with the calls that it made to its mocks, in order and without duplicates. Two
 * calls are the same if they have the same id or, if ids are missing, the same name and arguments. A call that the
 * mocks passed through to the real tool only needs the same name; of such a call, the agent's report is used.
 */
export function mergeCalls(reported: readonly ToolCall[], mockedCalls: readonly ToolCall[]): ToolCall[] {
  const partners = matchCalls(reported, mockedCalls);
  const pairedCalls = new Set(partners);
  const merged: ToolCall[] = [];
  let next = 0;
  const addUnreportedCalls = (end: number) => {
    for (; next < end; next += 1) {
      const call = mockedCalls[next];
      if (call !== undefined && !pairedCalls.has(next)) merged.push(call);
    }
  };
  for (const [index, call] of reported.entries()) {
    const partner = partners[index];
    if (partner !== undefined) addUnreportedCalls(partner);
    const answer = partner === undefined ? undefined : mockedCalls[partner];
    const isReportKept = answer === undefined || isRealCall(answer);
    merged.push(isReportKept ? call : { ...call, ...answer, ...withoutUndefined(toCallIdentity(call)) });
  }
  addUnreportedCalls(mockedCalls.length);
  return merged;
}

/**
 * Returns the fields that identify a call, from the agent's own report. The result is not among them: it comes from the
 * mock.
 */
function toCallIdentity({ id, server, tool, arguments: args }: ToolCall) {
  return { id, server, tool, arguments: args };
}

/** Returns, for each reported call, the index of the matching call that a mock answered. */
function matchCalls(reported: readonly ToolCall[], mockedCalls: readonly ToolCall[]): (number | undefined)[] {
  const unmatchedCalls = new Set(mockedCalls.keys());
  const takeMatchingCall = (isSame: (other: ToolCall) => boolean): number | undefined => {
    const position = mockedCalls.findIndex((other, index) => unmatchedCalls.has(index) && isSame(other));
    if (position === -1) return undefined;
    unmatchedCalls.delete(position);
    return position;
  };
  const byId = reported.map((call) =>
    call.id === undefined ? undefined : takeMatchingCall((other) => other.id === call.id),
  );
  const byArguments = byId.map((partner, index) => {
    const call = reported[index];
    return partner ?? (call === undefined ? undefined : takeMatchingCall((other) => isSameCall(call, other)));
  });
  return byArguments.map((partner, index) => {
    const call = reported[index];
    if (partner !== undefined || call === undefined) return partner;
    return takeMatchingCall((other) => isRealCall(other) && isSameTool(call, other));
  });
}

/** True for a call that the mocks neither answered nor refused. */
function isRealCall({ mocked, error }: ToolCall): boolean {
  return mocked !== true && error === undefined;
}

function isSameCall(call: ToolCall, other: ToolCall): boolean {
  return (
    isSameTool(call, other) && jsonEquals(parseArgumentsIfText(call.arguments), parseArgumentsIfText(other.arguments))
  );
}

function isSameTool(call: ToolCall, other: ToolCall): boolean {
  return isToolNamed(call, other.tool) || isToolNamed(other, call.tool);
}
