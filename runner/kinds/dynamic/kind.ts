import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import type {
  AnnouncedCase,
  AnnouncedCaseByKind,
  DynamicCase,
  SimulatedUser,
  Simulator,
} from '../../contract/index.ts';
import type { AgentReference, RunKind, SimulatorChoice } from '../../ports/index.ts';
import { BUILT_IN_SIMULATOR, SIMULATOR_PROMPT_VERSION } from '../../simulated-user/index.ts';
import { castToJson, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { toJsonCaseFileObject } from '../attempt/case-file-object.ts';
import { listJudgedAnswerParts } from '../attempt/judged-answers.ts';
import { runWithMocks } from '../attempt/run-with-mocks.ts';
import { listValidators } from '../attempt/validators.ts';
import { describeMocksWithoutEffect } from '../recorded/mocks-without-effect.ts';
import { buildCommonAttemptReport } from '../report/report-attempt.ts';
import { executeDynamic } from './execute.ts';
import { forkConversation } from './fork.ts';
import { countTurnJudgeCalls } from './judge-calls.ts';
import { buildConversationReport } from './report.ts';
import { listAssertions } from './rules.ts';

/** The kind of case that is a conversation with a simulated user, judged by the checkpoints that it reaches. */
export const dynamicKind: RunKind<'dynamic'> = {
  written: true,
  execute: (context, testCase) =>
    runWithMocks(context, testCase, {
      runCase: (toolMocks) =>
        executeDynamic(context, testCase, { authored: () => toDynamicCaseObject(testCase), toolMocks }),
      describeIdle: (outcome, idle) => describeMocksWithoutEffect(context, { testCase, outcome, idle }),
    }),
  announcedFields: toAnnouncedConversation,
  listCalledAgents: (testCase, target) => {
    return [target, ...listSimulatorReferences(testCase), ...listValidators(listAssertions(testCase))];
  },
  listJudgedParts: (testCase) => listJudgedAnswerParts(listAssertions(testCase), testCase),
  turnJudgeCalls: countTurnJudgeCalls,
  toAuthoredCase: toDynamicCaseObject,
  report: (result) => buildCommonAttemptReport(result, buildConversationReport(result)),
  withFork: forkConversation,
  withSimulator: applySimulatorChoice,
};

function listSimulatorReferences({ simulator, turns }: DynamicCase): AgentReference[] {
  if (simulator === undefined || turns !== undefined) return [];
  if (simulator.use !== undefined) return [toReference(simulator.use, simulator.options?.connector)];
  return simulator.by === 'model' ? [toReference(BUILT_IN_SIMULATOR, simulator.connector)] : [];
}

function toReference(id: string, connector: string | undefined): AgentReference {
  return connector === undefined ? { id } : { id, connector };
}

/**
 * Chooses who plays the user. An agent or scripted messages in the case take precedence. The rule-based user and models
 * can play a user only if the case states a goal.
 */
function applySimulatorChoice(testCase: DynamicCase, choice: SimulatorChoice): DynamicCase {
  const { simulator, turns } = testCase;
  if (turns !== undefined || simulator?.use !== undefined) return testCase;
  if (simulator === undefined) {
    return choice.by === 'agent' ? { ...testCase, simulator: { use: choice.id } } : testCase;
  }
  const hash = hashWithSimulator(testCase.hash, simulator, choice);
  const player = choice.by === 'agent' ? toAgentSimulator(choice.id, simulator) : { ...simulator, ...choice };
  return { ...testCase, hash, simulator: player };
}

/**
 * Returns another hash if the user is played by another simulator, because results with different simulators must not
 * be compared.
 */
function hashWithSimulator(hash: string, { by = 'rules' }: SimulatedUser, choice: SimulatorChoice): string {
  switch (choice.by) {
    case 'rules':
      return by === 'rules' ? hash : `${hash} rules`;
    case 'model':
      return `${hash} model ${choice.connector} ${SIMULATOR_PROMPT_VERSION}`;
    case 'agent':
      return `${hash} agent ${choice.id}`;
    default:
      return choice satisfies never;
  }
}

/**
 * Returns the simulator for an agent that plays a built-in user. It gets the goal and persona by name, and the facts as
 * extra values.
 */
function toAgentSimulator(use: string, { goal, persona, facts, unknown }: SimulatedUser): Simulator {
  const values = Object.entries(facts ?? {}).map(([name, fact]) => [
    name,
    typeof fact === 'object' ? fact.value : fact,
  ]);
  const metadata = {
    ...(persona === undefined ? {} : { persona }),
    goal: typeof goal === 'string' ? goal : goal.join('\n'),
    ...(facts === undefined ? {} : { facts: Object.fromEntries(values) }),
    ...(unknown === undefined ? {} : { unknown }),
  };
  return { use, options: { metadata } };
}

function toDynamicCaseObject(testCase: DynamicCase): JsonObject {
  const { checkpoints, maxTurns, assertions, never, turns, until, strict } = testCase;
  const rules = { assert: assertions, never, turns, until, strict, max_turns: maxTurns };
  return toJsonCaseFileObject(testCase, { checkpoints: checkpoints.length === 0 ? undefined : checkpoints, ...rules });
}

function toAnnouncedConversation({ maxTurns, checkpoints, simulator }: DynamicCase): Partial<AnnouncedCase> {
  return {
    maxTurns,
    checkpoints: checkpoints.map(({ id, description, after, required, assert }) => ({
      id,
      after,
      required,
      conditions: assert.map(toAssertionCondition),
      description,
    })),
    simulator: toAnnouncedSimulator(simulator),
  };
}

function toAnnouncedSimulator(simulator: DynamicCase['simulator']): AnnouncedCaseByKind['dynamic']['simulator'] {
  if (simulator === undefined) return undefined;
  const { use, options } = simulator;
  if (use !== undefined) return { use, metadata: options?.metadata, connector: options?.connector };
  const { by = 'rules', connector, ...user } = simulator;
  return {
    use: by,
    by,
    metadata: Object.fromEntries(
      Object.entries(withoutUndefined(user)).map(([key, value]) => [key, castToJson(value)]),
    ),
    connector,
  };
}
