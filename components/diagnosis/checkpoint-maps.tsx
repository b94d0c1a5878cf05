import { useState } from 'react';
import { ChartTable } from '@/components/charts/chart-table';
import { LinkButton, TextLink } from '@/components/ui/links';
import { formatCountWithNoun } from '@/runner/format';
import type { CheckpointFlowEdge, CheckpointFlowGraph } from '@/runner/verdict';
import { CheckpointMapGraph } from './checkpoint-map-graph';
import { describeEdge } from './describe-edge';
import type { CasesHref } from './failure-groups';

type Props = { maps: readonly CheckpointFlowGraph[]; hrefOf: CasesHref };

/**
 * Shows at which checkpoints the conversations of a run ended, with one graph for all cases that have the same
 * checkpoints.
 */
export function CheckpointMaps({ maps, hrefOf }: Props) {
  return (
    <section aria-labelledby="maps" className="flex flex-col gap-4">
      <h2 id="maps" className="font-semibold text-base">
        Where conversations stopped
      </h2>
      {maps.map((map, index) => (
        <SuiteCheckpointMap key={index} map={map} hrefOf={hrefOf} />
      ))}
    </section>
  );
}

function SuiteCheckpointMap({ map, hrefOf }: { map: CheckpointFlowGraph; hrefOf: CasesHref }) {
  const [chosenEdge, setChosenEdge] = useState<number>();
  const edge = chosenEdge === undefined ? undefined : map.edges[chosenEdge];
  const { suiteKey, attempts, cases, passed } = map;
  return (
    <figure aria-label={`Map of ${suiteKey}`} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <figcaption className="flex flex-wrap gap-x-3 text-xs">
        <b className="min-w-0 break-words font-semibold">{suiteKey}</b>
        <span className="text-ink-soft tabular-nums">
          {formatCountWithNoun(attempts, 'conversation')} of {formatCountWithNoun(cases, 'case')}, {passed} passed
        </span>
      </figcaption>
      <CheckpointMapGraph
        map={map}
        chosenEdge={chosenEdge}
        onChoose={(next) => setChosenEdge(next === chosenEdge ? undefined : next)}
      />
      {edge !== undefined && (
        <StoppedAttempts edge={edge} suiteKey={suiteKey} hrefOf={hrefOf} onClose={() => setChosenEdge(undefined)} />
      )}
      <details className="text-xs">
        <summary className="min-h-6 text-ink-soft">Table</summary>
        <CheckpointMapTable map={map} />
      </details>
    </figure>
  );
}

type StoppedAttemptsProps = { edge: CheckpointFlowEdge; suiteKey: string; hrefOf: CasesHref; onClose: () => void };

/** Lists the attempts that ended at the selected edge of the graph. */
function StoppedAttempts({ edge, suiteKey, hrefOf, onClose }: StoppedAttemptsProps) {
  const hiddenCount = edge.stopped - edge.named.length;
  return (
    <section aria-label="Stopped here" className="rounded-md border bg-sunken px-3 py-2 text-xs">
      <p className="flex items-center gap-3">
        <span className="min-w-0 grow break-words font-medium">
          {formatCountWithNoun(edge.stopped, 'conversation')} of {edge.arrived} stopped {describeEdge(edge)}
        </span>
        <LinkButton onClick={onClose} className="min-h-6">
          Close
        </LinkButton>
      </p>
      <ul className="flex max-h-48 flex-wrap gap-x-3 overflow-y-auto">
        {edge.named.map(({ id, attempt, passed }) => (
          <li key={`${id} ${attempt}`}>
            <TextLink
              href={hrefOf({ suite: suiteKey, case: id, attempt })}
              className="inline-flex min-h-6 items-center"
            >
              {id}
              {attempt > 1 && ` (attempt ${attempt})`}
              {passed && ' (passed)'}
            </TextLink>
          </li>
        ))}
        {hiddenCount > 0 && <li className="self-center text-ink-faint">and {hiddenCount} more</li>}
      </ul>
    </section>
  );
}

function CheckpointMapTable({ map: { edges } }: { map: CheckpointFlowGraph }) {
  const columns = ['From', 'To', 'Arrived', 'Got through', 'Stopped'].map((title) => ({ title }));
  const lines = edges.map(({ from = 'start', to, arrived, through, stopped }, index) => ({
    key: String(index),
    cells: [from, to, arrived, through, stopped],
  }));
  return <ChartTable columns={columns} lines={lines} />;
}
