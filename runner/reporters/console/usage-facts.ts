import { computeTotalCost, type RunState } from '../../fold/index.ts';
import { formatCost } from '../../values/index.ts';

/**
 * Lists the usage in one section, with a row for each role. In a section of its own, a row "Agent" could be mistaken
 * for the name of the tested agent.
 */
export function listUsageFacts({ usage, options }: Pick<RunState, 'usage' | 'options'>): [string, string][] {
  const total = computeTotalCost(usage);
  const rows = listUsageRows(usage, options?.currency);
  if (total !== undefined) rows.push(['Cost', formatCost(total, options?.currency)]);
  return rows;
}

function listUsageRows(usage: RunState['usage'], currency: string | undefined): [string, string][] {
  return Object.entries(usage)
    .filter(([, roleUsage]) => roleUsage.calls > 0)
    .map(([role, roleUsage], position) => {
      const calls = `${roleUsage.calls} model ${roleUsage.calls === 1 ? 'call' : 'calls'}`;
      const cached = roleUsage.cachedTokens === undefined ? '' : ` (${roleUsage.cachedTokens} cached)`;
      const cost = roleUsage.cost === undefined ? '' : `, cost ${formatCost(roleUsage.cost, currency)}`;
      const retries =
        roleUsage.retries === 0 ? '' : `, ${roleUsage.retries} ${roleUsage.retries === 1 ? 'retry' : 'retries'}`;
      return [
        position === 0 ? 'Usage' : '',
        `${role}: ${calls}, ${roleUsage.inputTokens}${cached} → ${roleUsage.outputTokens} tokens${retries}${cost}`,
      ];
    });
}
