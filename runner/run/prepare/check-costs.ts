import type { AgentsHandle } from '../../agents/create-agents.ts';
import type { TestOptions } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';

/** Throws if a cost limit is set but no agent or connector has a price: then the limit would never apply. */
export function checkCosts(
  { maxCost }: Pick<Partial<TestOptions>, 'maxCost'>,
  agents: Pick<AgentsHandle, 'connectors' | 'list'>,
): void {
  const all = maxCost === undefined ? [] : [...agents.connectors(), ...agents.list()];
  if (maxCost === undefined || all.some(({ priced }) => priced === true)) return;
  throw new UsageError('--max-cost: no connector or agent of this workspace defines its cost', [
    'In a connector file, or in an agent of the config that reports its usage, add "cost": {"input_per_million": 2.5, "output_per_million": 10}, in any currency.',
  ]);
}
