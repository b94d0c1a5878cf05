import type { AnnouncedCase, CaseResult, DynamicCase, ResultByKind } from '../../contract/index.ts';
import { dynamicCase, plannedCase, runPlan } from '../case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../fake-agents.ts';
import { listResultsInEvents, recordRun } from '../record-run.ts';
import type { PlantedFault } from './planted-faults.ts';
import type { Story, StoryStep } from './story.ts';

/** A failed conversation with a planted error, and the turn of the error. */
export type PlantedFailure = { result: ResultByKind['dynamic']; turn: number };

/** A run of a planted error: the last passing conversation, and two conversations that failed in the same way. */
export type PlantedRun = {
  planted: PlantedFault;
  announced: AnnouncedCase;
  passed: ResultByKind['dynamic'];
  failures: PlantedFailure[];
};

const chat: StoryStep = {
  user: ['One moment, I have to find my papers.'],
  agent: ['Take your time.'],
};

/**
 * Runs the conversations of a planted error through the engine. In the second failed conversation, the user says
 * something additional after the first turn, which shifts all later turns by one.
 */
export async function runPlantedFault(plantedFault: PlantedFault): Promise<PlantedRun> {
  const { story, turn } = plantedFault;
  const getWordingIndex = (attempt: number): number => (plantedFault.isVaried ? attempt : 0);
  const wrongSteps = buildPlantedSteps(plantedFault);
  const { result: passed, announced: announcedCase } = await runStory(plantedFault, {
    attempt: 1,
    steps: story.steps,
    wording: 0,
  });
  const first = await runStory(plantedFault, { attempt: 2, steps: wrongSteps, wording: getWordingIndex(1) });
  const laterSteps = [...wrongSteps.slice(0, 1), chat, ...wrongSteps.slice(1)];
  const second = await runStory(plantedFault, { attempt: 3, steps: laterSteps, wording: getWordingIndex(2) });
  return {
    planted: plantedFault,
    announced: announcedCase,
    passed,
    failures: [
      { result: first.result, turn },
      { result: second.result, turn: turn + 1 },
    ],
  };
}

function buildPlantedSteps({ story, changes, endsAfter = story.steps.length }: PlantedFault): StoryStep[] {
  return story.steps.slice(0, endsAfter).map((step, position) => ({ ...step, ...changes[position + 1] }));
}

type StoryAttempt = { attempt: number; steps: readonly StoryStep[]; wording: number };

async function runStory(
  { name, suite, story }: PlantedFault,
  { attempt, steps, wording }: StoryAttempt,
): Promise<{ result: ResultByKind['dynamic']; announced: AnnouncedCase }> {
  const cast = [
    scriptedAgent(
      'target',
      steps.map((step) => toScriptedAnswer(step, wording)),
    ),
    scriptedAgent('simulator', [
      ...steps.map(({ user }) => JSON.stringify({ message: chooseWording(user, wording), goal_achieved: false })),
      JSON.stringify({ message: '', goal_achieved: true }),
    ]),
  ];
  const plannedFaultCase = plannedCase(toDynamicCase(name, story), { agentId: 'target', suiteKey: suite });
  const { events, done } = recordRun(runPlan([plannedFaultCase]), cast);
  await done;
  const result: CaseResult | undefined = listResultsInEvents(events)[0];
  const announced = events.flatMap((event) => (event.type === 'run.started' ? event.cases : []))[0];
  if (result?.kind !== 'dynamic' || announced === undefined) throw new Error(`${name} was not played`);
  return { result: { ...result, attempt }, announced };
}

function toDynamicCase(id: string, { goal, checkpoints, assertions }: Story): DynamicCase {
  return dynamicCase({
    id,
    input: undefined,
    until: 'done',
    checkpoints: [...checkpoints],
    assertions: [...(assertions ?? [])],
    simulator: { use: 'simulator', options: { metadata: { goal } } },
  });
}

function toScriptedAnswer({ agent, calls = [] }: StoryStep, wording: number): ScriptedAnswer {
  return { content: chooseWording(agent, wording), toolCalls: calls.map((call) => ({ ...call })) };
}

function chooseWording(wordings: readonly string[], wording: number): string {
  return wordings[wording % wordings.length] ?? '';
}
