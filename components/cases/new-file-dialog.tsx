import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Labelled } from '@/components/ui/labelled';
import { Problems } from '@/components/ui/problems';
import { saveCaseFile, wordsOfError } from '@/lib/queries';
import { standardTemplate } from '../editor/list/case-templates';
import { addressOfCase } from './case-places';

/** Makes a case file with one case to begin with, and opens it. */
export function NewFileDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const router = useRouter();
  const [name, setName] = useState('tests/cases.jsonl');
  const suite = name.trim();
  const create = useMutation({
    mutationFn: () => saveCaseFile({ suite, text: firstText(), base: null }),
    onSuccess: () => router.push(addressOfCase(suite, String(standardTemplate.id))),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New file"
      description="A file of cases, one a line. Folders that are not there yet are made."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Labelled label="Path in the workspace, ends in .jsonl" htmlFor={`${id}-name`}>
          <input
            id={`${id}-name`}
            required
            value={name}
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
            className="h-8 rounded-md border bg-surface px-2.5 text-sm"
          />
        </Labelled>
        <Problems title="The file was not made." problems={wordsOfError(create.error)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={create.isPending || create.isSuccess}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function firstText(): string {
  const members = Object.entries(standardTemplate).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
  return `{${members.join(', ')}}\n`;
}
