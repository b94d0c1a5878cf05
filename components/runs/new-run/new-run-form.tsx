import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberField, SelectField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SelectOption } from '@/components/ui/select';
import { errorText, type SuiteSummary, startRun, type WorkspaceContents } from '@/lib/queries';
import { plural } from '@/runner/format';
import { Problems } from '../../ui/problems';
import { completeChoice, otherConnectors, type RunChoice } from './run-choice';
import { RunChoiceFields } from './run-choice-fields';

export function NewRunForm({ workspace }: { workspace: WorkspaceContents }) {
  const router = useRouter();
  const [suiteKey, setSuiteKey] = useState(workspace.suites[0]?.key ?? '');
  const [choice, setChoice] = useState<RunChoice>({});
  const [repeat, setRepeat] = useState<RepeatState>('fixed');
  const [attempts, setAttempts] = useState(1);
  const [retries, setRetries] = useState(0);
  const [parallel, setParallel] = useState(1);
  const [others, setOthers] = useState<readonly string[]>([]);
  const suite = workspace.suites.find(({ key }) => key === suiteKey);
  const complete = completeChoice(choice, { workspace, suite });
  const agentId = complete.agentId ?? suite?.agentId;
  const offered = otherConnectors({ workspace, agentId, connector: choice.connector });
  const start = useMutation({
    mutationFn: startRuns,
    onSuccess: ({ runIds, problems }) => {
      const [runId] = runIds;
      if (problems.length > 0 || runId === undefined) return;
      const models = `/compare/models?${new URLSearchParams({ suite: suiteKey, agent: agentId ?? '' })}`;
      router.push(runIds.length === 1 ? `/runs/${runId}` : models);
    },
  });
  function submit(): void {
    const request: Parameters<typeof startRun>[0] = {
      suites: [suiteKey],
      attempts,
      parallel,
      ...complete,
      ...(repeat === 'auto' ? { autoRuns: true } : {}),
      ...(retries > 0 ? { retries } : {}),
    };
    const more = others.filter((connector) => offered.includes(connector));
    start.mutate([request, ...more.map((connector) => ({ ...request, connector }))]);
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
      <OtherConnectors offered={offered} chosen={others} onChange={setOthers} />
      <SelectField
        label="Repeat each case"
        value={repeat}
        onValueChange={(value) => {
          setRepeat(value === 'auto' ? 'auto' : 'fixed');
          setAttempts(value === 'auto' ? MOST_ATTEMPTS : 1);
        }}
        placeholder="Choose how often"
        options={repeats}
      />
      <div className="grid grid-cols-3 items-end gap-3">
        <NumberField
          label={repeat === 'auto' ? 'Maximum attempts' : 'Attempts per case'}
          value={attempts}
          onChange={setAttempts}
        />
        <NumberField label="Retries" value={retries} min={0} onChange={setRetries} />
        <NumberField label="Parallel" value={parallel} onChange={setParallel} />
      </div>
      {retries > 0 && (
        <p className="text-ink-soft text-xs">
          Retries attempts that failed because of a model’s server, a simulator, a judge or a script.
        </p>
      )}
      <Problems problems={start.data?.problems ?? errorText(start.error)} />
      <Button
        type="submit"
        look="primary"
        disabled={start.isPending || start.data?.problems.length === 0}
        className="self-end"
      >
        {start.isPending ? 'Starting…' : 'Start run'}
      </Button>
    </Form>
  );
}

/** Starts runs one after another, and collects why runs were refused. */
async function startRuns(requests: readonly Parameters<typeof startRun>[0][]) {
  const runIds: string[] = [];
  const problems: string[] = [];
  for (const request of requests) {
    const answer = await startRun(request);
    if (answer.ok) runIds.push(answer.runId);
    else problems.push(...answer.problems);
  }
  return { runIds, problems };
}

type RepeatState = 'fixed' | 'auto';

const repeats: SelectOption[] = [
  { value: 'fixed', text: 'A fixed number of times' },
  { value: 'auto', text: 'Until it is decided', hint: 'good, bad or inconclusive' },
];

/** The most attempts that `--runs auto` makes with its default rates. */
const MOST_ATTEMPTS = 36;

function suiteOption(suite: SuiteSummary): SelectOption {
  const cases = plural(suite.cases, 'case');
  const hint = suite.problems === 0 ? cases : `${cases}, ${plural(suite.problems, 'problem')}`;
  return { value: suite.key, text: suite.key, hint };
}

type Props = {
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** Selects additional connectors; the same cases run on each as a separate run. */
function OtherConnectors({ offered, chosen, onChange }: Props) {
  if (offered.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-ink-soft text-xs">Also run on</legend>
      <div className="flex max-h-28 flex-wrap gap-x-4 overflow-y-auto">
        {offered.map((id) => (
          <label key={id} className="flex min-h-7 items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
