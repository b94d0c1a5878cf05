import { useId } from 'react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { CopyPlus, Trash2 } from '@/components/ui/icons';
import { visibleText } from '@/runner/format';
import { isJsonObject } from '@/runner/values';
import { AssertionList } from './assertion-list';
import { freeCheckpointId, type GraphCheckpoint, removeCheckpoint, renameCheckpoint } from './checkpoint-edits';
import { FieldProblems } from './field-problems';
import { FlagField } from './flag-field';
import { useForm } from './form-case-context';
import { IdField } from './id-field';
import { InvalidPart } from './invalid-part';
import { TextField } from './text-field';

const keys = new Set(['id', 'description', 'assert', 'assertion', 'assertions', 'after', 'required', 'strict']);

type Props = {
  checkpoint: GraphCheckpoint;
  graph: readonly GraphCheckpoint[];
  onConnect: (first: GraphCheckpoint, then: GraphCheckpoint) => void;
};

/** One checkpoint: its id, its predecessors and its assertions. */
export function CheckpointCard({ checkpoint, graph, onConnect }: Props) {
  const { apply, at, keysAt } = useForm();
  const { index, id, after, required } = checkpoint;
  const path = ['checkpoints', index];
  const others = keysAt(path).filter((key) => !keys.has(key.toLowerCase()));
  return (
    <li id={cardId(index)} className="flex scroll-mt-4 flex-col gap-2.5 rounded-md border bg-canvas p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <IdField
            path={[...path, 'id']}
            title={`Checkpoint ${index + 1}`}
            onRename={(name) => apply(renameCheckpoint(graph, index, name), 'Rename a checkpoint')}
          />
        </div>
        {!required && <Badge className="mb-2">optional</Badge>}
        <CheckpointButtons graph={graph} index={index} />
      </div>
      <TextField path={[...path, 'description']} title="Description" />
      <RequiredCheckpoints checkpoint={checkpoint} graph={graph} onConnect={onConnect} />
      <FlagField path={[...path, 'required']} title={`${visibleText(id)} is required`} usually />
      {(after.length > 0 || at([...path, 'strict']) !== undefined) && (
        <FlagField
          path={[...path, 'strict']}
          title={`${visibleText(id)} must not come too early`}
          usually={at(['strict']) === true}
        />
      )}
      <AssertionList path={[...path, 'assert']} none="Add at least one assertion." />
      {others.map((key) => (
        <InvalidPart key={key} path={[...path, key]} title={key} />
      ))}
    </li>
  );
}

export function cardId(index: number): string {
  return `form-checkpoint-${index}`;
}

/** Edits the predecessors of a checkpoint as a list; the graph shows them as edges. */
function RequiredCheckpoints({ checkpoint, graph, onConnect }: Props) {
  const id = useId();
  const { readOnly } = useForm();
  const others = graph.filter((other) => other.index !== checkpoint.index && other.id !== '');
  const path = ['checkpoints', checkpoint.index, 'after'];
  return (
    <div className="flex flex-col gap-1">
      {others.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
          <legend className="mb-1 text-ink-soft text-xs">Comes after</legend>
          {others.map((other) => (
            <span key={other.index} className="flex min-w-0 items-center gap-1.5 text-sm">
              <input
                id={`${id}-${other.index}`}
                type="checkbox"
                disabled={readOnly}
                checked={checkpoint.after.includes(other.id)}
                onChange={() => onConnect(other, checkpoint)}
                className="size-4 accent-accent"
              />
              <label htmlFor={`${id}-${other.index}`} className="min-w-0 break-all">
                {visibleText(other.id)}
              </label>
            </span>
          ))}
        </fieldset>
      )}
      <FieldProblems path={path} />
    </div>
  );
}

const path = ['checkpoints'];

/** Buttons to duplicate and delete a checkpoint. Deleting also removes the references from other checkpoints. */
function CheckpointButtons({ graph, index }: { graph: readonly GraphCheckpoint[]; index: number }) {
  const { at, apply, readOnly } = useForm();
  if (readOnly) return null;
  const name = `checkpoint ${graph[index]?.id ?? index + 1}`;
  function duplicateCheckpoint(): void {
    const value = at([...path, index]);
    if (!isJsonObject(value)) return;
    const copy = { ...value, id: freeCheckpointId(graph, 'checkpoint') };
    apply([{ kind: 'insert', path, index: index + 1, value: copy }], `Duplicate ${name}`);
  }
  return (
    <span className="flex shrink-0 items-center">
      <IconButton icon={CopyPlus} label={`Duplicate ${name}`} onClick={duplicateCheckpoint} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        onClick={() => apply(removeCheckpoint(graph, index), `Delete ${name}`)}
      />
    </span>
  );
}
