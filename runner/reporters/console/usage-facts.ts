import { type RunState, totalCost } from '../../fold/index.ts';
import { formatCost } from '../../values/index.ts';

/** One row per role under one heading: an "Agent" row with tokens would be mistaken for the agent that was tested. */
export function usageFacts({ usage }: Pick<RunState, 'usage'>): [string, string][] {
  const total = totalCost(usage);
  const rows = usageRows(usage);
  if (total !== undefined) rows.push(['Cost', formatCost(total)]);
  return rows;
}

function usageRows(usage: RunState['usage']): [string, string][] {
  return Object.entries(usage)
    .filter(([, spent]) => spent.calls > 0)
    .map(([role, spent], position) => {
      const calls = `${spent.calls} model ${spent.calls === 1 ? 'call' : 'calls'}`;
      const cached = spent.cachedTokens === undefined ? '' : ` (${spent.cachedTokens} cached)`;
      const cost = spent.cost === undefined ? '' : `, cost ${formatCost(spent.cost)}`;
      const retries = spent.retries === 0 ? '' : `, ${spent.retries} ${spent.retries === 1 ? 'retry' : 'retries'}`;
      return [
        position === 0 ? 'Usage' : '',
        `${role}: ${calls}, ${spent.inputTokens}${cached} → ${spent.outputTokens} tokens${retries}${cost}`,
      ];
    });
}
