import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberField, SelectField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SelectOption } from '@/components/ui/select';
import { plural } from '@/lib/format';
import { type SuiteSummary, startRun, type WorkspaceContents, wordsOfError } from '@/lib/queries';
import { Problems } from '../../ui/problems';
import { completeChoice, type RunChoice } from './run-choice';
import { RunChoiceFields } from './run-choice-fields';

export function NewRunForm({ workspace }: { workspace: WorkspaceContents }) {
  const router = useRouter();
  const [suiteKey, setSuiteKey] = useState(workspace.suites[0]?.key ?? '');
  const [choice, setChoice] = useState<RunChoice>({});
  const [attempts, setAttempts] = useState(1);
  const [parallel, setParallel] = useState(1);
  const start = useMutation({
    mutationFn: startRun,
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const suite = workspace.suites.find(({ key }) => key === suiteKey);
  function submit(): void {
    start.mutate({ suites: [suiteKey], attempts, parallel, ...completeChoice(choice, { workspace, suite }) });
  }
  return (
    <Form onSubmit={submit}>
      <SelectField
        label="Suite"
        value={suiteKey}
        onValueChange={setSuiteKey}
        placeholder="Choose a suite"
        options={workspace.suites.map(suiteOption)}
      />
      <RunChoiceFields workspace={workspace} suite={suite} choice={choice} onChange={setChoice} />
      <div className="grid grid-cols-2 gap-3">
        <NumberField label="Attempts per case" value={attempts} onChange={setAttempts} />
        <NumberField label="Parallel" value={parallel} onChange={setParallel} />
      </div>
      <Problems problems={start.data?.ok === false ? start.data.problems : wordsOfError(start.error)} />
      <Button type="submit" look="primary" disabled={start.isPending || start.data?.ok === true} className="self-end">
        {start.isPending ? 'Starting…' : 'Start run'}
      </Button>
    </Form>
  );
}

function suiteOption(suite: SuiteSummary): SelectOption {
  const cases = plural(suite.cases, 'case');
  const hint = suite.problems === 0 ? cases : `${cases}, ${plural(suite.problems, 'problem')}`;
  return { value: suite.key, text: suite.key, hint };
}
