'use client';

import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { JsonObject } from '@/runner/contract';
import { GenerateForm } from './generate-form';
import { jsonIn, type Staged, StagedCases } from './staged-cases';

type Props = { onAccept: (cases: readonly JsonObject[]) => void; onClose: () => void };

/** Has an agent or a script propose cases; none is in the file before it is accepted. */
export function GenerateDialog({ onAccept, onClose }: Props) {
  const [staged, setStaged] = useState<readonly Staged[]>();
  if (staged === undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Generate cases"
        description="They are shown first; only those that you accept come into the file."
      >
        <GenerateForm onGenerated={(cases) => setStaged(cases.map(toStaged))} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Proposed cases"
      description="Accept, change or discard them, one by one or all."
    >
      <StagedCases
        staged={staged}
        onChange={setStaged}
        onAccept={(cases) => onAccept(cases)}
        onAgain={() => setStaged(undefined)}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** What is JSON is laid out to be read; what is not stays as it was made. */
function toStaged(made: string, position: number): Staged {
  const value = jsonIn(made);
  return { key: position, text: value === undefined ? made : JSON.stringify(value, undefined, 2) };
}
