import { useId } from 'react';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { ChevronRight, CopyPlus, Trash2 } from '@/components/ui/icons';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject } from '@/runner/values';
import { AssertionList } from '../assertion-list';
import { FieldProblems } from '../field-problems';
import { FlagField } from '../flag-field';
import { useFormContext } from '../form-case-context';
import { IdField } from '../id-field';
import { ReadOnlySourceField } from '../source-only-field';
import { TextField } from '../text-field';
import { createUnusedCheckpointId, type GraphCheckpoint, removeCheckpoint, renameCheckpoint } from './checkpoint-edits';
import { type ExpandedRows, expandInsertedRow, removeExpandedRow, toggleExpandedRow } from './expanded-rows';
import { summarizeRules } from './summarize-rules';

const editableCheckpointKeys = new Set([
  'id',
  'description',
  'assert',
  'assertion',
  'assertions',
  'after',
  'required',
  'strict',
]);

type Props = {
  checkpoint: GraphCheckpoint;
  graph: readonly GraphCheckpoint[];
  onConnect: (first: GraphCheckpoint, second: GraphCheckpoint) => void;
  open: ExpandedRows;
  onOpen: (open: ExpandedRows) => void;
};

/**
 * Shows one checkpoint as a row with its id, its predecessors and its rule; the row expands to the fields of the
 * checkpoint.
 */
export function CheckpointCard(props: Props) {
  'use memo';
  const { checkpoint, graph, open, onOpen } = props;
  const { at, problemsAt } = useFormContext();
  const { index, id, after, required } = checkpoint;
  const fieldsId = useId();
  const isOpen = open.has(index);
  const path = ['checkpoints', index];
  const problems = problemsAt(path).length;
  return (
    <li id={checkpointCardId(index)} className="scroll-mt-4 rounded-md border bg-canvas">
      <div className="flex items-center gap-2 pr-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => onOpen(toggleExpandedRow(open, index))}
          className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 rounded-md px-3 py-2 text-left text-sm hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={cn('size-3.5 shrink-0 self-center text-ink-faint', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 break-all font-medium">
            {replaceInvisibleCharacters(id === '' ? `checkpoint ${index + 1}` : id)}
          </span>
          {after.length > 0 && (
            <span className="min-w-0 break-all text-ink-soft text-xs">
              after {replaceInvisibleCharacters(after.join(', '))}
            </span>
          )}
          <span className="min-w-0 break-words text-ink-soft text-xs">
            {replaceInvisibleCharacters(summarizeRules(at([...path, 'assert'])))}
          </span>
          {problems > 0 && <span className="text-fail text-xs">{formatCountWithNoun(problems, 'problem')}</span>}
        </button>
        {!required && <Badge>optional</Badge>}
        <CheckpointButtons graph={graph} index={index} open={open} onOpen={onOpen} />
      </div>
      {isOpen && (
        <div id={fieldsId} className="flex flex-col gap-2.5 border-t p-3">
          <CheckpointFields {...props} />
        </div>
      )}
    </li>
  );
}

function CheckpointFields({ checkpoint, graph, onConnect }: Omit<Props, 'open' | 'onOpen'>) {
  const { apply, at, keysAt } = useFormContext();
  const { index, id, after } = checkpoint;
  const path = ['checkpoints', index];
  const others = keysAt(path).filter((key) => !editableCheckpointKeys.has(key.toLowerCase()));
  return (
    <>
      <IdField
        path={[...path, 'id']}
        title={`Checkpoint ${index + 1}`}
        onRename={(name) => {
          // If two checkpoints had the same id, references to it would be ambiguous.
          if (graph.some((other) => other.id === name)) return `Another checkpoint has the id "${name}".`;
          apply(renameCheckpoint(graph, index, name), 'Rename a checkpoint');
          return undefined;
        }}
      />
      <TextField path={[...path, 'description']} title="Description" />
      <RequiredCheckpoints checkpoint={checkpoint} graph={graph} onConnect={onConnect} />
      <FlagField path={[...path, 'required']} title={`${replaceInvisibleCharacters(id)} is required`} usually />
      {(after.length > 0 || at([...path, 'strict']) !== undefined) && (
        <FlagField
          path={[...path, 'strict']}
          title={`${replaceInvisibleCharacters(id)} must not come too early`}
          usually={at(['strict']) === true}
        />
      )}
      <AssertionList path={[...path, 'assert']} emptyText="Add at least one assertion." />
      {others.map((key) => (
        <ReadOnlySourceField key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

export function checkpointCardId(index: number): string {
  return `form-checkpoint-${index}`;
}

/** Edits the predecessors of a checkpoint as a list; the graph shows them as edges. */
function RequiredCheckpoints({ checkpoint, graph, onConnect }: Omit<Props, 'open' | 'onOpen'>) {
  const id = useId();
  const { readOnly } = useFormContext();
  const others = graph.filter((other) => other.index !== checkpoint.index && other.id !== '');
  const path = ['checkpoints', checkpoint.index, 'after'];
  return (
    <div className="flex flex-col gap-1">
      {others.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
          <legend className="mb-1 text-ink-soft text-xs">Comes after</legend>
          {others.map((other) => (
            <span key={other.index} className="flex min-w-0 items-center gap-1.5 text-sm">
              <Checkbox
                id={`${id}-${other.index}`}
                disabled={readOnly}
                checked={checkpoint.after.includes(other.id)}
                onChange={() => onConnect(other, checkpoint)}
              />
              <label htmlFor={`${id}-${other.index}`} className="min-w-0 break-all">
                {replaceInvisibleCharacters(other.id)}
              </label>
            </span>
          ))}
        </fieldset>
      )}
      <FieldProblems path={path} />
    </div>
  );
}

const checkpointsPath = ['checkpoints'];

/** Buttons to duplicate and delete a checkpoint. Deleting also removes the references from other checkpoints. */
function CheckpointButtons({
  graph,
  index,
  open,
  onOpen,
}: Omit<Props, 'checkpoint' | 'onConnect'> & { index: number }) {
  const { at, apply, readOnly } = useFormContext();
  if (readOnly) return null;
  const name = `checkpoint ${graph[index]?.id ?? index + 1}`;
  function duplicateCheckpoint(): void {
    const value = at([...checkpointsPath, index]);
    if (!isJsonObject(value)) return;
    const copy = { ...value, id: createUnusedCheckpointId(graph, 'checkpoint') };
    apply([{ kind: 'insert', path: checkpointsPath, index: index + 1, value: copy }], `Duplicate ${name}`);
    onOpen(expandInsertedRow(open, index + 1));
  }
  return (
    <span className="flex shrink-0 items-center">
      <IconButton icon={CopyPlus} label={`Duplicate ${name}`} onClick={duplicateCheckpoint} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        onClick={() => {
          apply(removeCheckpoint(graph, index), `Delete ${name}`);
          onOpen(removeExpandedRow(open, index));
        }}
      />
    </span>
  );
}
