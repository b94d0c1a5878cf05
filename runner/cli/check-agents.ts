import { messageOf } from '../../lib/errors.ts';
import type { Assertion, PlannedCase, RunPlan } from '../contract/index.ts';
import type { AgentProvider } from '../engine/ports.ts';

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
  if (testCase.kind === 'script') return;
  yield referenceTo(agentId, connector);
  if (testCase.kind === 'standard') {
    yield* validatorsIn(testCase.assertions);
    return;
  }
  if (testCase.simulator !== undefined)
    yield referenceTo(testCase.simulator.use, testCase.simulator.options?.connector);
  for (const checkpoint of testCase.checkpoints) yield* validatorsIn(checkpoint.assert);
}

function* validatorsIn(assertions: readonly Assertion[]): Generator<Reference> {
  for (const assertion of assertions) {
    if (assertion.type === 'agent') yield referenceTo(assertion.use, assertion.options?.connector);
  }
}

function referenceTo(id: string, connector: string | undefined): Reference {
  return connector === undefined ? { id } : { id, connector };
}
