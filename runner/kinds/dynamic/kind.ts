import { conditionOf } from '../../assertions/assertion-types.ts';
import type { AnnouncedCase, DynamicCase } from '../../contract/index.ts';
import type { RunKind } from '../../ports/index.ts';
import { referenceTo, validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { executeDynamic } from './execute.ts';
import { conversationReport } from './report.ts';

/** A conversation with a simulated user, judged by the checkpoints that it reaches. */
export const dynamicKind: RunKind<'dynamic'> = {
  written: true,
  execute: executeDynamic,
  announce: announceConversation,
  asks: ({ simulator, checkpoints }, target) => [
    target,
    ...(simulator === undefined ? [] : [referenceTo(simulator.use, simulator.options?.connector)]),
    ...checkpoints.flatMap(({ assert }) => validatorsIn(assert)),
  ],
  authored: (testCase) => writtenCase(testCase, { checkpoints: testCase.checkpoints, max_turns: testCase.maxTurns }),
  report: (result) => reportAttempt(result, conversationReport(result)),
  withSimulator: (testCase, simulator) =>
    testCase.simulator === undefined ? { ...testCase, simulator: { use: simulator } } : testCase,
};

function announceConversation({ maxTurns, checkpoints, simulator }: DynamicCase): Partial<AnnouncedCase> {
  return {
    maxTurns,
    checkpoints: checkpoints.map(({ id, description, after, required, assert }) => ({
      id,
      after,
      required,
      conditions: assert.map(conditionOf),
      description,
    })),
    simulator:
      simulator === undefined
        ? undefined
        : {
            use: simulator.use,
            metadata: simulator.options?.metadata,
            connector: simulator.options?.connector,
          },
  };
}
