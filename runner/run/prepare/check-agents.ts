import { messageOf } from '../../../lib/errors.ts';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { kinds } from '../../kinds/kinds.ts';
import type { AgentProvider, AgentReference, RunKind } from '../../ports/index.ts';

type Wanted = { plan: RunPlan; reporterId: string | undefined };

/** Finds every agent that a run will ask, before anything runs. Answers what is wrong, each thing once. */
export async function checkAgents(
  { plan, reporterId }: Wanted,
  agents: AgentProvider,
  signal: AbortSignal,
): Promise<string[]> {
  const references = new Map<string, AgentReference>();
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

function referencesOf({ agentId, connector, case: testCase }: PlannedCase): Iterable<AgentReference> {
  const kind: RunKind = kinds[testCase.kind];
  return kind.asks(testCase, connector === undefined ? { id: agentId } : { id: agentId, connector });
}
