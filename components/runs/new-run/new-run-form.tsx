import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField, NumberField, SelectField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SelectOption } from '@/components/ui/select';
import {
  errorText,
  labelRun,
  type RunListItem,
  type SuiteSummary,
  startRun,
  type WorkspaceContents,
} from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { Problems } from '../../ui/problems';
import { allCasesChoice, CaseChoiceFields, CheckboxList, filterChosenCases, useSuiteCases } from './case-choice-fields';
import { listOtherConnectors, type RunChoice, resolveRunChoice } from './run-choice';
import { RunChoiceFields } from './run-choice-fields';
import { describeRunEstimate, findPastRun, type PlannedRun } from './run-estimate';

type NewRunProps = {
  workspace: WorkspaceContents;
  /** The newest runs. The form starts with the suite of the first one, and estimates time and cost from them. */
  runs: readonly RunListItem[];
};

export function NewRunForm({ workspace, runs }: NewRunProps) {
  const router = useRouter();
  const [suiteKey, setSuiteKey] = useState(() => findLastSuite(workspace, runs));
  const [choice, setChoice] = useState<RunChoice>({});
  const [repeat, setRepeat] = useState<RepeatMode>('fixed');
  const [attempts, setAttempts] = useState(1);
  const [retries, setRetries] = useState(0);
  const [parallel, setParallel] = useState(1);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [caseChoice, setCaseChoice] = useState(allCasesChoice);
  const [label, setLabel] = useState('');
  const cases = useSuiteCases(suiteKey);
  const suite = workspace.suites.find(({ key }) => key === suiteKey);
  const completeChoice = { ...choice, agentId: choice.agentId ?? findLastAgent(runs, { workspace, suite }) };
  const complete = resolveRunChoice(completeChoice, { workspace, suite });
  const agentId = complete.agentId ?? suite?.agentId;
  const offered = listOtherConnectors({ workspace, agentId, connector: choice.connector });
  const start = useMutation({
    mutationFn: (requests: Parameters<typeof startRuns>[0]) => startRuns(requests, label.trim()),
    onSuccess: ({ runIds, problems }) => {
      const [runId] = runIds;
      if (problems.length > 0 || runId === undefined) return;
      const models = `/compare/matrix?${new URLSearchParams({ suite: suiteKey, agent: agentId ?? '' })}`;
      router.push(runIds.length === 1 ? `/runs/${runId}` : models);
    },
  });
  const otherConnectors = others.filter((connector) => offered.includes(connector));
  const plannedRun = {
    suiteKey,
    agentId,
    connector: complete.connector,
    attempts: (cases.length === 0 ? (suite?.cases ?? 0) : filterChosenCases(cases, caseChoice).length) * attempts,
    parallel,
  };
  function submit(): void {
    const request: Parameters<typeof startRun>[0] = {
      suites: [suiteKey],
      attempts,
      parallel,
      ...complete,
      ...(repeat === 'auto' ? { autoRuns: true } : {}),
      ...(retries > 0 ? { retries } : {}),
      ...(caseChoice.tags.length > 0 ? { tag: [...caseChoice.tags] } : {}),
      ...(caseChoice.cases.length > 0 ? { cases: [...caseChoice.cases] } : {}),
    };
    start.mutate([request, ...otherConnectors.map((connector) => ({ ...request, connector }))]);
  }
  return (
    <Form onSubmit={submit}>
      <SelectField
        label="Suite"
        value={suiteKey}
        onValueChange={(key) => {
          setSuiteKey(key);
          setCaseChoice(allCasesChoice);
        }}
        placeholder="Choose a suite"
        options={workspace.suites.map(toSuiteOption)}
      />
      <RunChoiceFields workspace={workspace} suite={suite} choice={completeChoice} onChange={setChoice} />
      {offered.length > 0 && (
        <CheckboxList legend="Also run on" names={offered} chosenNames={others} onChange={setOthers} />
      )}
      <CaseChoiceFields all={cases} choice={caseChoice} onChange={setCaseChoice} />
      <SelectField
        label="Repeat each case"
        value={repeat}
        onValueChange={(value) => {
          setRepeat(value === 'auto' ? 'auto' : 'fixed');
          setAttempts(value === 'auto' ? MAX_AUTO_ATTEMPTS : 1);
        }}
        placeholder="Choose how often"
        options={repeatModeOptions}
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
      <InputField
        label="Label (optional)"
        value={label}
        maxLength={MAX_LABEL_LENGTH}
        autoComplete="off"
        onChange={(event) => setLabel(event.target.value)}
      />
      <RunEstimate runs={runs} plannedRun={plannedRun} others={otherConnectors.length} />
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

/** Starts runs one after another. Returns the reasons why runs could not be started. */
async function startRuns(requests: readonly Parameters<typeof startRun>[0][], label: string) {
  const runIds: string[] = [];
  const problems: string[] = [];
  for (const request of requests) {
    const answer = await startRun(request);
    if (!answer.ok) {
      problems.push(...answer.problems);
      continue;
    }
    runIds.push(answer.runId);
    if (label !== '') await labelRun(answer.runId, label);
  }
  return { runIds, problems };
}

type RepeatMode = 'fixed' | 'auto';

const repeatModeOptions: SelectOption[] = [
  { value: 'fixed', text: 'A fixed number of times' },
  { value: 'auto', text: 'Until it is decided', hint: 'good, bad or inconclusive' },
];

/** The maximum number of attempts per case that `--runs auto` makes with its default settings. */
const MAX_AUTO_ATTEMPTS = 36;

function toSuiteOption(suite: SuiteSummary): SelectOption {
  const cases = formatCountWithNoun(suite.cases, 'case');
  const hint = suite.problems === 0 ? cases : `${cases}, ${formatCountWithNoun(suite.problems, 'problem')}`;
  return { value: suite.key, text: suite.key, hint };
}

const MAX_LABEL_LENGTH = 200;

/** Returns the suite of the newest run whose suite still exists; if there is none, the first suite of the workspace. */
function findLastSuite({ suites }: WorkspaceContents, runs: readonly RunListItem[]): string {
  const last = runs.find(({ suiteKey }) => suites.some(({ key }) => key === suiteKey));
  return last?.suiteKey ?? suites[0]?.key ?? '';
}

/**
 * Returns the agent with which the suite ran last, among those that can be tested; undefined if the suite belongs to an
 * agent.
 */
function findLastAgent(
  runs: readonly RunListItem[],
  { workspace, suite }: { workspace: WorkspaceContents; suite: SuiteSummary | undefined },
): string | undefined {
  if (suite === undefined || suite.agentId !== undefined) return undefined;
  const testable = new Set(workspace.agents.flatMap(({ id, problem }) => (problem === undefined ? [id] : [])));
  return runs.find(({ suiteKey, agentId }) => suiteKey === suite.key && testable.has(agentId))?.agentId;
}

type EstimateProps = { runs: readonly RunListItem[]; plannedRun: PlannedRun; others: number };

function RunEstimate({ runs, plannedRun, others }: EstimateProps) {
  const pastRun = findPastRun(runs, plannedRun);
  if (pastRun === undefined || plannedRun.attempts < 1) return null;
  return (
    <p className="text-ink-soft text-xs">
      {describeRunEstimate(pastRun, plannedRun)}
      {others > 0 && ' Other connectors are not included.'}
    </p>
  );
}
