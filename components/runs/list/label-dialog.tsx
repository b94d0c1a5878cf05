import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import type { RunListItem } from '@/lib/queries';

type Props = { run: RunListItem; onSave: (label: string) => void; onClose: () => void };

/** A dialog to enter a label for a run, by which the run can be found. */
export function LabelDialog({ run, onSave, onClose }: Props) {
  const [label, setLabel] = useState(run.label ?? '');
  return (
    <Dialog onClose={onClose} title="Label" description={`A name for this run of ${run.suiteKey}.`}>
      <Form
        onSubmit={() => {
          onSave(label);
          onClose();
        }}
      >
        <InputField
          label="Label (empty to remove)"
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.target.value)}
        />
        <FormButtons submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
