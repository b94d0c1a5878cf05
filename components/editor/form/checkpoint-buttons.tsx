'use client';

import { CopyPlus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { isJsonObject } from '@/runner/values';
import { freeCheckpointId, type GraphCheckpoint, removeCheckpoint } from './checkpoint-edits';
import { useForm } from './form-case-context';

const path = ['checkpoints'];

/** Duplicate and delete, with what others say of the checkpoint. */
export function CheckpointButtons({ graph, index }: { graph: readonly GraphCheckpoint[]; index: number }) {
  const { at, apply, readOnly } = useForm();
  if (readOnly) return null;
  const name = `checkpoint ${graph[index]?.id ?? index + 1}`;
  function duplicate(): void {
    const value = at([...path, index]);
    if (!isJsonObject(value)) return;
    const copy = { ...value, id: freeCheckpointId(graph, 'checkpoint') };
    apply([{ kind: 'insert', path, index: index + 1, value: copy }], `Duplicate ${name}`);
  }
  return (
    <span className="flex shrink-0 items-center">
      <Button look="quiet" size="icon" aria-label={`Duplicate ${name}`} onClick={duplicate}>
        <CopyPlus aria-hidden className="size-3.5" />
      </Button>
      <Button
        look="quiet"
        size="icon"
        aria-label={`Delete ${name}`}
        onClick={() => apply(removeCheckpoint(graph, index), `Delete ${name}`)}
      >
        <Trash2 aria-hidden className="size-3.5" />
      </Button>
    </span>
  );
}
