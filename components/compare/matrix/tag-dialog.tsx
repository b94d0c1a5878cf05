import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { formatCountWithNoun } from '@/runner/format';

type Props = { count: number; onTag: (tag: string) => void; onClose: () => void };

/** A dialog that asks for the tag to add to the ticked cases. */
export function TagDialog({ count, onTag, onClose }: Props) {
  const [tag, setTag] = useState('');
  return (
    <Dialog
      onClose={onClose}
      title="Tag"
      description={`A tag for ${formatCountWithNoun(count, 'case')}, written to their file.`}
    >
      <Form onSubmit={() => onTag(tag.trim())}>
        <InputField label="Tag" value={tag} required maxLength={100} onChange={(event) => setTag(event.target.value)} />
        <FormButtons submit="Tag" disabled={tag.trim() === ''} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
