import { plural } from '@/lib/format';
import type { UsageByRole } from '@/runner/contract';
import { totalCost } from '@/runner/fold';
import { formatCost } from '@/runner/values';

type Props = { usage: UsageByRole };

/** Shows the tokens and cost of a run's models; each role's share on hover. */
export function RunUsage({ usage }: Props) {
  const roles = Object.entries(usage).filter(([, { calls }]) => calls > 0);
  if (roles.length === 0) return null;
  const tokens = roles.reduce((sum, [, { inputTokens, outputTokens }]) => sum + inputTokens + outputTokens, 0);
  const cost = totalCost(usage);
  return (
    <span className="text-ink-faint tabular-nums" title={roles.map(shareOf).join('\n')}>
      {tokens.toLocaleString('en-US')} tokens
      {cost !== undefined && ` · cost ${formatCost(cost)}`}
    </span>
  );
}

function shareOf([role, { calls, inputTokens, cachedTokens, outputTokens, cost }]: [
  string,
  UsageByRole['agent'] & {},
]) {
  const cached = cachedTokens === undefined ? '' : ` (${cachedTokens} cached)`;
  const price = cost === undefined ? '' : `, cost ${formatCost(cost)}`;
  return `${role}: ${plural(calls, 'model call')}, ${inputTokens}${cached} → ${outputTokens} tokens${price}`;
}
