import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LineDiff } from '@/components/inspector/line-diff-view';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Problems } from '@/components/ui/problems';
import { errorText, saveCaseFile } from '@/lib/queries';
import { useCaseDocument } from './case-document';

/**
 * A dialog for a file that has unsaved changes and was also changed on disk: shows both versions, and the user chooses
 * one. Undo restores the other version.
 */
export function ConflictDialog({ otherText, onClose }: { otherText: string; onClose: () => void }) {
  'use memo';
  const { suiteKey, text, file } = useCaseDocument();
  const [copyName, setCopyName] = useState(() => suiteKey.replace(/\.jsonl$/, '-mine.jsonl'));
  const copy = useMutation({
    mutationFn: () => saveCaseFile({ suite: copyName, text, base: null }),
    onSuccess: () => resolveConflict('take-theirs'),
  });
  function resolveConflict(type: 'take-theirs' | 'keep-mine'): void {
    file.dispatch({ type });
    onClose();
  }
  return (
    <Dialog
      onClose={onClose}
      title="Two versions of this file"
      description={`${suiteKey} was changed on disk while you edited it.`}
    >
      <div className="flex flex-col gap-3">
        {text === otherText ? (
          <p>Both versions are the same now.</p>
        ) : (
          <LineDiff before={otherText} after={text} names={{ before: 'on disk', after: 'mine' }} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => resolveConflict('keep-mine')}>
            Keep my version
          </Button>
          <Button onClick={() => resolveConflict('take-theirs')}>Use the version on disk</Button>
        </div>
        <p className="text-2xs text-ink-faint">
          Your version replaces the one on disk with the next save. After using the version on disk, Undo restores
          yours.
        </p>
        <Form onSubmit={() => copy.mutate()} className="flex flex-wrap items-end gap-2 border-t pt-3">
          <InputField
            label="Or save my version as a separate file"
            value={copyName}
            onChange={(event) => setCopyName(event.target.value)}
            className="min-w-48"
          />
          <Button type="submit" disabled={copy.isPending}>
            Save a copy
          </Button>
        </Form>
        <Problems title="The copy was not saved." problems={errorText(copy.error)} />
      </div>
    </Dialog>
  );
}
