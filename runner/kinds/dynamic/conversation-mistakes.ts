import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { EndReason } from '../../contract/index.ts';
import { castToJson } from '../../values/index.ts';
import { findLikelyCaseMistakes } from '../attempt/likely-case-mistakes.ts';
import { findLooseConditions } from '../attempt/loose-conditions.ts';
import { findUnnamedIds } from '../attempt/unnamed-ids.ts';
import { findUnnamedRecipients } from '../attempt/unnamed-recipients.ts';
import { findUnreadChanges } from '../attempt/unread-state.ts';
import { findCallsBeforeConsent } from './calls-before-consent.ts';
import type { ConversationRun } from './conversation-run.ts';
import { findEarlyCalls } from './early-calls.ts';
import { findRepeatedAnswers, findSimulatorMistakes, findUnrecognizedQuestions } from './find-simulator-mistakes.ts';
import { findChangesBeforeElicitedFacts, findCheckpointsReachedWithoutQuestion } from './misread-checkpoints.ts';
import { findOverlookedOutcomes } from './overlooked-outcomes.ts';
import { listAssertions } from './rules.ts';
import { findViolationsOutsideScope } from './scope-mistakes.ts';

/** Returns the reasons why a passed conversation may not have tested what its author intended. */
export function findConversationMistakes(
  run: ConversationRun,
  { endReason, toolCalls }: { endReason: EndReason; toolCalls: readonly ToolCallWithTurn[] },
): string[] {
  const { context, testCase, checkpointTracker, turns } = run;
  const inputs = turns.map(({ input }) => castToJson(input));
  const rulesExceptNever = listAssertions({ ...testCase, never: [] });
  const results = checkpointTracker.results();
  const given = { planned: context.planned, rules: listAssertions(testCase), inputs, toolCalls };
  return [
    ...findSimulatorMistakes({ turns, endedAt: run.endedAt, endReason, user: run.user }),
    ...(endReason === 'max_turns' ? findRepeatedAnswers(turns) : []),
    ...findUnrecognizedQuestions(turns, context.findings().progress.simulator),
    ...findOverlookedOutcomes({ testCase, turns, toolCalls, endReason, user: run.user }),
    ...findEarlyCalls({ testCase, results, turns }),
    ...findCallsBeforeConsent({ testCase, rules: rulesExceptNever, turns }),
    ...findCheckpointsReachedWithoutQuestion({ testCase, results, turns }),
    ...findChangesBeforeElicitedFacts({ rules: rulesExceptNever, turns, toolCalls, user: run.user }),
    ...findViolationsOutsideScope({ testCase, results, turns }),
    ...findUnnamedIds({ testCase, ...given }),
    ...findUnnamedRecipients(given),
    ...findLooseConditions({ mocks: testCase.mocks, inputs, toolCalls }),
    ...findLikelyCaseMistakes({
      testCase,
      rules: rulesExceptNever,
      inputs,
      toolCalls,
      answers: turns.flatMap(({ response }) => (response === undefined ? [] : [response.content])),
    }),
    ...findUnreadChanges({ ...given, endState: () => run.toolMocks?.endState() }),
  ];
}
