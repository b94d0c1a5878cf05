import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { Problems } from '@/components/ui/problems';
import { errorText, saveCaseFile } from '@/lib/queries';
import { standardTemplate } from '../editor/list/case-templates';
import { caseEditorUrl } from './case-address';

/** Creates a case file with one sample case and opens it. */
export function NewFileDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState('tests/cases.jsonl');
  const suite = name.trim();
  const create = useMutation({
    mutationFn: () => saveCaseFile({ suite, text: newCaseFileText(), base: null }),
    onSuccess: () => router.push(`${caseEditorUrl(suite, String(standardTemplate.id))}&view=form`),
  });
  return (
    <Dialog onClose={onClose} title="New file" description="One case per line. Missing folders are created.">
      <Form onSubmit={() => create.mutate()}>
        <InputField
          label="Path in the workspace (.jsonl)"
          required
          value={name}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <Problems title="The file was not created." problems={errorText(create.error)} />
        <FormButtons submit="Create" disabled={create.isPending || create.isSuccess} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function newCaseFileText(): string {
  const members = Object.entries(standardTemplate).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
  return `{${members.join(', ')}}\n`;
}
