import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { deleteInBatches, deleteRuns, previewRetention, restoreRuns } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { ActionOutcome } from './action-outcome';
import { RetentionPreview } from './retention-preview';
import { SettingsSection } from './settings-section';

/** Deletes old runs after a preview. They can be restored until they are removed permanently. */
export function RetentionSection() {
  const client = useQueryClient();
  const [days, setDays] = useState('90');
  const [keptRuns, setKeptRuns] = useState('');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const preview = useMutation({ mutationFn: previewRetention, onMutate: () => setDeleted([]) });
  const remove = useMutation({
    mutationFn: (runIds: readonly string[]) => deleteInBatches(runIds, deleteRuns),
    onSuccess: (_, runIds) => {
      setDeleted(runIds);
      preview.reset();
      return client.invalidateQueries();
    },
  });
  const restore = useMutation({
    mutationFn: () => deleteInBatches(deleted, restoreRuns),
    onSuccess: () => {
      setDeleted([]);
      return client.invalidateQueries();
    },
  });
  function requestRetentionPreview(): void {
    preview.mutate({
      olderThanDays: days === '' ? undefined : Number(days),
      keep: keptRuns === '' ? undefined : Number(keptRuns),
    });
  }
  return (
    <SettingsSection
      title="Old runs"
      hint="Runs past either limit are deleted. Baselines, and runs with a label or a review, stay."
    >
      <Form onSubmit={requestRetentionPreview} className="flex flex-wrap items-end gap-3">
        <LimitField label="Older than (days)" value={days} onChange={setDays} />
        <LimitField label="Newest runs to keep per suite" value={keptRuns} onChange={setKeptRuns} />
        <Button type="submit" disabled={preview.isPending || (days === '' && keptRuns === '')}>
          Preview
        </Button>
      </Form>
      {preview.data !== undefined && (
        <RetentionPreview
          preview={preview.data}
          isPending={remove.isPending}
          onDelete={(runIds) => remove.mutate(runIds)}
          onClose={preview.reset}
        />
      )}
      {deleted.length > 0 && (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
          <span>{formatCountWithNoun(deleted.length, 'run')} deleted.</span>
          <Button size="sm" look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
            Undo
          </Button>
        </div>
      )}
      <ActionOutcome error={preview.error ?? remove.error ?? restore.error} />
    </SettingsSection>
  );
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

function LimitField({ onChange, ...field }: FieldProps) {
  return (
    <InputField
      {...field}
      type="number"
      min={1}
      max={100_000}
      step={1}
      placeholder="no limit"
      onChange={(event) => onChange(event.target.value)}
      className="w-44 tabular-nums placeholder:text-ink-faint"
    />
  );
}
