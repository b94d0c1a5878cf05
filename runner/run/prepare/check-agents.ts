import { messageOf } from '../../../lib/errors.ts';
import type { Assertion, PlannedCase, RunPlan } from '../../contract/index.ts';
import { scorerAgentId } from '../../fold/index.ts';
import type { AgentProvider } from '../../ports/index.ts';

type Reference = { id: string; connector?: string };

type Wanted = { plan: RunPlan; reporterId: string | undefined };

/** Finds every agent that a run will ask, before anything runs. Answers what is wrong, each thing once. */
export async function checkAgents(
  { plan, reporterId }: Wanted,
  agents: AgentProvider,
  signal: AbortSignal,
): Promise<string[]> {
  const references = new Map<string, Reference>();
  if (reporterId !== undefined) references.set('reporter', { id: reporterId });
  for (const planned of plan.cases) {
    if (planned.skipReason !== undefined) continue;
    for (const reference of referencesOf(planned)) references.set(JSON.stringify(reference), reference);
  }
  const problems = new Set<string>();
  for (const reference of references.values()) {
    try {
      await agents.agent(reference, signal);
    } catch (error) {
      problems.add(messageOf(error));
    }
  }
  return [...problems];
}

function* referencesOf({ agentId, connector, case: testCase }: PlannedCase): Generator<Reference> {
  const target = referenceTo(agentId, connector);
  switch (testCase.kind) {
    case 'script':
      return;
    case 'standard':
      yield target;
      yield* validatorsIn(testCase.assertions);
      return;
    case 'dynamic':
      yield target;
      if (testCase.simulator !== undefined)
        yield referenceTo(testCase.simulator.use, testCase.simulator.options?.connector);
      for (const checkpoint of testCase.checkpoints) yield* validatorsIn(checkpoint.assert);
      return;
    case 'consistency':
      yield target;
      for (const metric of testCase.metrics) if (metric.type !== 'context_recall') yield { id: metric.judge };
      return;
    case 'experiment':
      if (!testCase.direct) yield target;
      for (const id of testCase.scorers.map(scorerAgentId)) if (id !== undefined) yield { id };
      return;
    default:
      testCase satisfies never;
  }
}

function* validatorsIn(assertions: readonly Assertion[]): Generator<Reference> {
  for (const assertion of assertions) {
    if (assertion.type === 'agent') yield referenceTo(assertion.use, assertion.options?.connector);
  }
}

function referenceTo(id: string, connector: string | undefined): Reference {
  return connector === undefined ? { id } : { id, connector };
}
