import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { RunListItem } from '@/lib/queries';

type Props = { run: RunListItem; onSave: (label: string) => void; onClose: () => void };

/** Asks for the name that a run is to be found by. */
export function LabelDialog({ run, onSave, onClose }: Props) {
  const id = useId();
  const [label, setLabel] = useState(run.label ?? '');
  return (
    <Dialog open onOpenChange={onClose} title="Label" description={`A name for this run of ${run.suiteKey}.`}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(label);
          onClose();
        }}
      >
        <label htmlFor={id} className="text-ink-soft text-xs">
          Label; leave it empty to take it away
        </label>
        <input
          id={id}
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.target.value)}
          className="h-8 rounded-md border bg-surface px-2.5 text-sm"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
