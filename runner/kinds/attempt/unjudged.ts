import { judgesCall } from '../../assertions/assertion-types.ts';
import { displayName } from '../../assertions/match-tool.ts';
import type { SeenCall } from '../../assertions/subject.ts';
import type { Assertion, CaseResult } from '../../contract/index.ts';

/** What no rule of a case that passed looked at; nothing where there is nothing of the kind. */
export function unjudgedIn(
  rules: readonly Assertion[],
  { toolCalls, endedBeforeDone }: { toolCalls: readonly SeenCall[]; endedBeforeDone: boolean },
): { unjudged?: NonNullable<CaseResult['unjudged']> } {
  const calls = toolCalls
    .filter((call) => call.mocked !== true && !rules.some((assertion) => judgesCall(assertion, call)))
    .map((call) => ({ name: displayName(call), turn: call.turn ?? 1 }));
  return calls.length === 0 && !endedBeforeDone ? {} : { unjudged: { calls, endedBeforeDone } };
}
