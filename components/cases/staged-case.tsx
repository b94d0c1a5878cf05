'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { JsonView } from '@/components/ui/json-view';
import { visibleText } from '@/lib/format';
import type { JsonObject } from '@/runner/contract';

type Props = {
  text: string;
  value: JsonObject | undefined;
  problems: readonly string[];
  onChange: (text: string) => void;
  onAccept: () => void;
  onDiscard: () => void;
};

/** A proposed case, to be read, changed and decided on. */
export function StagedCase({ text, value, problems, onChange, onAccept, onDiscard }: Props) {
  const [editing, setEditing] = useState(false);
  const id = typeof value?.id === 'string' ? value.id : 'without an id';
  return (
    <li className="rounded-md border bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <span className="min-w-0 truncate font-medium">{visibleText(id)}</span>
        <Badge>{value?.checkpoints === undefined ? 'standard' : 'dynamic'}</Badge>
        <span className="ml-auto flex gap-1.5">
          <Button size="sm" aria-label={`Edit ${id}`} aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {editing ? 'Show' : 'Edit'}
          </Button>
          <Button size="sm" aria-label={`Discard ${id}`} onClick={onDiscard}>
            Discard
          </Button>
          <Button
            size="sm"
            look="primary"
            aria-label={`Accept ${id}`}
            disabled={problems.length > 0 || value === undefined}
            onClick={onAccept}
          >
            Accept
          </Button>
        </span>
      </div>
      {problems.length > 0 && (
        <ul aria-label={`Problems of ${id}`} className="border-b bg-fail-soft px-3 py-1.5 text-fail text-xs">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {editing || value === undefined ? (
        <textarea
          aria-label={`Text of ${id}`}
          value={text}
          spellCheck={false}
          rows={Math.min(text.split('\n').length, 16)}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full bg-sunken p-3 font-mono text-2xs"
        />
      ) : (
        <div className="max-h-48 overflow-y-auto px-3 py-2">
          <JsonView value={value} />
        </div>
      )}
    </li>
  );
}
