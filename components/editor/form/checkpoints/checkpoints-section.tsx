import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { JsonObject } from '@/runner/values';
import { useFormContext } from '../form-case-context';
import { FormSection } from '../form-section';
import { ReadOnlySourceField } from '../source-only-field';
import { CheckpointCard, checkpointCardId } from './checkpoint-card';
import {
  connectCheckpoints,
  createUnusedCheckpointId,
  type GraphCheckpoint,
  parseCheckpointGraph,
} from './checkpoint-edits';
import { type ExpandedRows, expandInsertedRow, toggleExpandedRow } from './expanded-rows';

const CheckpointMap = lazyComponent(dynamic(() => loadExport(() => import('./checkpoint-map'), 'CheckpointMap')));

const checkpointsPath = ['checkpoints'];

/** Shows the checkpoints of a conversation as a graph of their order, and as a list of cards. */
export function CheckpointsSection() {
  const form = useFormContext();
  const [announcement, setAnnouncement] = useState('');
  const graph = parseCheckpointGraph(form);
  const [open, setOpen] = useState<ExpandedRows>(() => new Set(graph.length === 1 ? [0] : []));
  const items = form.at(checkpointsPath) ?? [];
  if (!Array.isArray(items)) {
    return (
      <FormSection title="Checkpoints">
        <ReadOnlySourceField path={checkpointsPath} title="Checkpoints" expectedType="a list" />
      </FormSection>
    );
  }
  function applyConnection(first: GraphCheckpoint, second: GraphCheckpoint): void {
    const connection = connectCheckpoints(graph, first, second);
    if ('edits' in connection) form.apply(connection.edits, 'Change the order of checkpoints');
    setAnnouncement('edits' in connection ? connection.announcementText : connection.refusalReason);
  }
  function addCheckpoint(): void {
    const id = createUnusedCheckpointId(graph, 'checkpoint');
    const last = graph.at(-1);
    const value: JsonObject = { id };
    if (last !== undefined && last.id !== '') value.after = [last.id];
    value.assert = { type: 'contains', value: '' };
    form.apply([{ kind: 'insert', path: checkpointsPath, index: graph.length, value }], 'Add a checkpoint');
    form.focusAt([...checkpointsPath, graph.length]);
    setOpen(expandInsertedRow(open, graph.length));
    setAnnouncement(`${id} is new${last === undefined ? '' : `; it comes after ${last.id}`}.`);
  }
  return (
    <FormSection
      title="Checkpoints"
      actions={
        !form.readOnly && (
          <Button size="sm" onClick={addCheckpoint} icon={Plus}>
            Add a checkpoint
          </Button>
        )
      }
    >
      <p role="status" className="text-ink-soft text-xs">
        {announcement}
      </p>
      {graph.length === 0 && <p className="text-ink-faint text-xs">No checkpoints.</p>}
      <CheckpointMap
        graph={graph}
        onConnect={applyConnection}
        onSay={setAnnouncement}
        onOpen={({ index }) => {
          setOpen(open.has(index) ? open : toggleExpandedRow(open, index));
          document.getElementById(checkpointCardId(index))?.scrollIntoView({ block: 'nearest' });
        }}
        readOnly={form.readOnly}
      />
      <ol aria-label="Checkpoints" className="flex flex-col gap-1.5">
        {graph.map((checkpoint) => (
          <CheckpointCard
            key={checkpoint.index}
            checkpoint={checkpoint}
            graph={graph}
            onConnect={applyConnection}
            open={open}
            onOpen={setOpen}
          />
        ))}
      </ol>
    </FormSection>
  );
}
