import { findSharedFolder, shortSuiteName } from '@/components/runs/suite-names';
import { TextLink } from '@/components/ui/links';
import type { ModelMatrix } from '@/lib/queries';
import { formatCost } from '@/runner/values';
import { PassRateSummary } from './pass-rate-summary';

type Props = { models: ModelMatrix; hrefOf: (target: { suite: string; agent: string }) => string };

/** A table with a row for each suite and agent, and a column of results for each connector. */
export function SuiteModelTable({ models: { connectors, rows }, hrefOf }: Props) {
  const folder = findSharedFolder(rows.map(({ suiteKey }) => suiteKey));
  return (
    <section aria-label="Suites by connector" className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full border-collapse text-sm tabular-nums [&_td]:border-t [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:font-normal">
        <thead className="bg-sunken text-xs">
          <tr>
            <th scope="col" className="min-w-44">
              Suite{folder !== '' && ` in ${folder}`} and agent
            </th>
            {connectors.map((connector) => (
              <th key={connector} scope="col" className="min-w-36">
                {connector ?? 'the agent’s own connector'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ suiteKey, agentId, cells }) => (
            <tr key={`${suiteKey} ${agentId}`} className="hover:bg-hover">
              <th scope="row" className="border-t">
                <TextLink
                  href={hrefOf({ suite: suiteKey, agent: agentId })}
                  aria-label={suiteKey}
                  title={suiteKey}
                  className="block break-words py-1 font-medium"
                >
                  {shortSuiteName(suiteKey, folder)}
                </TextLink>
                <span className="text-ink-soft text-xs">{agentId}</span>
              </th>
              {cells.map((cell, index) => (
                <td key={connectors[index]}>
                  {cell === null ? (
                    <span className="text-ink-faint">not run</span>
                  ) : (
                    <TextLink href={`/runs/${cell.runId}`} className="block py-1 text-ink">
                      <PassRateSummary
                        passed={cell.passed}
                        judged={cell.judged}
                        meanMs={cell.meanMs}
                        cost={
                          cell.meanCost === null ? undefined : formatCost(cell.meanCost, cell.currency ?? undefined)
                        }
                      />
                    </TextLink>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
