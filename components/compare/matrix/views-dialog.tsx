import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { PendingQuery } from '@/components/ui/pending-query';
import { Problems } from '@/components/ui/problems';
import { errorText, matrixViewsQuery, type StoredMatrixView, saveMatrixView } from '@/lib/queries';
import type { MatrixSettings } from './matrix-settings';

type Props = {
  view: MatrixSettings;
  name: string | null;
  onView: (name: string, view: MatrixSettings) => void;
  onClose: () => void;
};

/** Opens a saved view, or saves the one on the page as a file of the workspace. */
export function ViewsDialog({ view, name, onView, onClose }: Props) {
  const client = useQueryClient();
  const [text, setText] = useState(name ?? '');
  const query = useQuery(matrixViewsQuery());
  const views = query.data?.views ?? [];
  const storedView = views.find((each) => each.name === text.trim());
  const save = useMutation({
    mutationFn: () =>
      saveMatrixView({
        name: text.trim(),
        view: { version: 1, ...view },
        base: expectedHashForOverwrite(storedView, name),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: matrixViewsQuery().queryKey }),
    onSuccess: () => onView(text.trim(), view),
  });
  return (
    <Dialog
      onClose={onClose}
      title="Views"
      description="A view is a file in the folder views of the workspace. Commit it to share it."
    >
      <Form onSubmit={() => save.mutate()}>
        {query.data === undefined ? (
          <PendingQuery query={query} className="h-20" />
        ) : (
          <StoredViews views={views} name={name} onView={onView} />
        )}
        <InputField
          label="Save the current view as"
          value={text}
          required
          maxLength={80}
          onChange={(event) => setText(event.target.value)}
        />
        {save.error !== null && <Problems title="The view was not saved." problems={errorText(save.error)} />}
        <FormButtons
          submit={text.trim() === name ? 'Save changes' : 'Save view'}
          disabled={save.isPending || text.trim() === ''}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** Returns the hash of the file that saving may overwrite; null if the stored view is not the one that is shown. */
function expectedHashForOverwrite(storedView: StoredMatrixView | undefined, name: string | null): string | null {
  return storedView !== undefined && 'sha256' in storedView && storedView.name === name ? storedView.sha256 : null;
}

function StoredViews({ views, name, onView }: { views: readonly StoredMatrixView[] } & Pick<Props, 'name' | 'onView'>) {
  if (views.length === 0) return <p className="text-ink-soft text-xs">No view is saved yet.</p>;
  return (
    <ul aria-label="Saved views" className="flex max-h-64 flex-col overflow-y-auto rounded-md border">
      {views.map((storedView) => (
        <li key={storedView.name} className="border-b px-2.5 py-1.5 text-xs last:border-b-0">
          {'problem' in storedView ? (
            <>
              <span className="font-medium">{storedView.name}</span>
              <span className="block break-words text-fail">{storedView.problem}</span>
            </>
          ) : (
            <Button
              look="quiet"
              size="sm"
              className="-mx-2"
              aria-current={storedView.name === name}
              onClick={() => onView(storedView.name, storedView.view)}
            >
              {storedView.name}
              <span className="font-normal text-ink-faint">{storedView.view.suite}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
