'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useCaseDocument } from '../document/case-document';
import { DELETED } from './use-list-edits';

/** The way back right after a case was deleted. */
export function DeletedNote() {
  const { undoLabel, undo, select, text } = useCaseDocument();
  const [closed, setClosed] = useState<string>();
  if (undoLabel?.startsWith(DELETED) !== true || closed === text) return null;
  const id = undoLabel.slice(DELETED.length);
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex max-w-md animate-appear items-center gap-3 rounded-lg border bg-raised px-4 py-2.5 shadow-raised"
    >
      <span className="min-w-0 grow break-words">{id} deleted.</span>
      <Button
        size="sm"
        look="primary"
        title="Undo (Ctrl-Z)"
        onClick={() => {
          undo();
          if (id !== '') select(id);
        }}
      >
        Undo
      </Button>
      <Button size="sm" look="quiet" onClick={() => setClosed(text)}>
        Close
      </Button>
    </div>
  );
}
