import { useContext } from 'react';
import { JsonView } from '@/components/json/json-view';
import { TitledJsonView } from '@/components/json/titled-json-view';
import { CurrencyContext } from '@/components/spending/currency-context';
import type { UsageByRole } from '@/runner/contract';
import { type CaseRow, toMessages } from '@/runner/fold';
import type { PageResult } from '@/runner/reporters/html/page-data';
import { castToJson, formatCost } from '@/runner/values';

/** Shows the parts of a result that the other views do not show: attachments, metadata and token usage. */
export function AttemptFacts({ row, result }: { row: CaseRow; result: PageResult }) {
  const { input, metadata, usage } = result;
  const withParts = toMessages(input).some(({ content }) => Array.isArray(content));
  return (
    <>
      {withParts && (
        <details className="text-xs">
          <summary className="text-accent">Input in full</summary>
          <JsonView value={castToJson(input)} />
        </details>
      )}
      {row.metadata === undefined && metadata !== undefined && <TitledJsonView title="Metadata" value={metadata} />}
      <TokenUsage usage={usage} />
    </>
  );
}

function TokenUsage({ usage = {} }: { usage: UsageByRole | undefined }) {
  const currency = useContext(CurrencyContext);
  const words = Object.entries(usage).map(
    ([role, { inputTokens, outputTokens, cost }]) =>
      `${role}: ${inputTokens} + ${outputTokens} tokens${cost === undefined ? '' : `, cost ${formatCost(cost, currency)}`}`,
  );
  return words.length === 0 ? null : <p className="text-2xs text-ink-faint tabular-nums">{words.join(' · ')}</p>;
}
