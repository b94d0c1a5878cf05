import { toCondition } from '../../assertions/assertion-types.ts';
import type { AnnouncedCase, DynamicCase } from '../../contract/index.ts';
import type { RunKind } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { answersWereJudged } from '../attempt/judged-answers.ts';
import { runMocked } from '../attempt/mock-desk.ts';
import { validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { executeDynamic } from './execute.ts';
import { forkConversation } from './fork.ts';
import { conversationReport } from './report.ts';
import { assertionsIn } from './rules.ts';

/** A conversation with a simulated user, judged by the checkpoints that it reaches. */
export const dynamicKind: RunKind<'dynamic'> = {
  written: true,
  execute: (context, testCase) =>
    runMocked(context, testCase, (toolMocks) =>
      executeDynamic(context, testCase, { authored: () => authoredConversation(testCase), desk: toolMocks }),
    ),
  announce: announceConversation,
  asks: (testCase, target) => {
    const { simulator, turns } = testCase;
    const user = { id: simulator?.use ?? '', connector: simulator?.options?.connector };
    return [
      target,
      ...(simulator === undefined || turns !== undefined ? [] : [user]),
      ...validatorsIn(assertionsIn(testCase)),
    ];
  },
  judges: (testCase) => answersWereJudged(assertionsIn(testCase), testCase),
  authored: authoredConversation,
  report: (result) => reportAttempt(result, conversationReport(result)),
  forked: forkConversation,
  withSimulator: (testCase, simulator) =>
    testCase.simulator === undefined && testCase.turns === undefined
      ? { ...testCase, simulator: { use: simulator } }
      : testCase,
};

function authoredConversation(testCase: DynamicCase): JsonObject {
  const { checkpoints, maxTurns, assertions, never, turns, until, strict } = testCase;
  const rules = { assert: assertions, never, turns, until, strict, max_turns: maxTurns };
  return writtenCase(testCase, { checkpoints: checkpoints.length === 0 ? undefined : checkpoints, ...rules });
}

function announceConversation({ maxTurns, checkpoints, simulator }: DynamicCase): Partial<AnnouncedCase> {
  return {
    maxTurns,
    checkpoints: checkpoints.map(({ id, description, after, required, assert }) => ({
      id,
      after,
      required,
      conditions: assert.map(toCondition),
      description,
    })),
    simulator:
      simulator === undefined
        ? undefined
        : { use: simulator.use, metadata: simulator.options?.metadata, connector: simulator.options?.connector },
  };
}
