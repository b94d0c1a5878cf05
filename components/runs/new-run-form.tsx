'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberField } from '@/components/ui/number-field';
import { Select, type SelectOption } from '@/components/ui/select';
import { plural } from '@/lib/format';
import { ApiError, startRun, type WorkspaceContents, type WorkspaceSuite } from '@/lib/queries';
import { Problems } from './problems';

const OWN = ' own';

export function NewRunForm({ workspace }: { workspace: WorkspaceContents }) {
  const router = useRouter();
  const [suiteKey, setSuiteKey] = useState(workspace.suites[0]?.key ?? '');
  const [chosenAgent, setAgentId] = useState<string>();
  const [connector, setConnector] = useState(OWN);
  const [attempts, setAttempts] = useState(1);
  const [parallel, setParallel] = useState(1);
  const start = useMutation({
    mutationFn: startRun,
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const suite = workspace.suites.find(({ key }) => key === suiteKey);
  const agentId = chosenAgent ?? (suite?.agentId === undefined ? workspace.agents[0]?.id : undefined) ?? OWN;
  function submit(): void {
    start.mutate({
      suites: [suiteKey],
      attempts,
      parallel,
      ...(agentId === OWN ? {} : { agentId }),
      ...(connector === OWN ? {} : { connector }),
    });
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Row label="Suite" htmlFor="new-run-suite">
        <Select
          id="new-run-suite"
          value={suiteKey}
          onValueChange={setSuiteKey}
          placeholder="Choose a suite"
          options={workspace.suites.map(suiteOption)}
        />
      </Row>
      <Row label="Agent" htmlFor="new-run-agent">
        <Select
          id="new-run-agent"
          value={agentId}
          onValueChange={setAgentId}
          placeholder="Choose an agent"
          options={[ownAgent(suite), ...workspace.agents.map(agentOption)]}
        />
      </Row>
      <Row label="Connector" htmlFor="new-run-connector">
        <Select
          id="new-run-connector"
          value={connector}
          onValueChange={setConnector}
          placeholder="Choose a connector"
          options={[{ value: OWN, text: "The agent's own" }, ...workspace.connectors.map(connectorOption)]}
        />
      </Row>
      <div className="grid grid-cols-2 gap-3">
        <NumberField id="new-run-attempts" label="Attempts per case" value={attempts} onChange={setAttempts} />
        <NumberField id="new-run-parallel" label="At the same time" value={parallel} onChange={setParallel} />
      </div>
      <Problems problems={start.data?.ok === false ? start.data.problems : problemsOf(start.error)} />
      <Button type="submit" look="primary" disabled={start.isPending || start.data?.ok === true} className="self-end">
        {start.isPending ? 'Starting…' : 'Start run'}
      </Button>
    </form>
  );
}

function Row({ label, htmlFor, children }: { label: string; htmlFor: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={htmlFor} className="text-ink-soft text-xs">
        {label}
      </label>
      {children}
    </div>
  );
}

function suiteOption(suite: WorkspaceSuite): SelectOption {
  const cases = plural(suite.cases, 'case');
  const hint = suite.problems === 0 ? cases : `${cases}, ${plural(suite.problems, 'problem')}`;
  return { value: suite.key, text: suite.key, hint };
}

function agentOption({ id, type, name }: WorkspaceContents['agents'][number]): SelectOption {
  return { value: id, text: id, hint: name === undefined || name === id ? type : `${name}, ${type}` };
}

function connectorOption({ id, type, model, keyPresent }: WorkspaceContents['connectors'][number]): SelectOption {
  const what = model === undefined ? type : `${type}, ${model}`;
  return { value: id, text: id, hint: keyPresent ? what : `${what}, its key is not set`, disabled: !keyPresent };
}

function ownAgent(suite: WorkspaceSuite | undefined): SelectOption {
  if (suite?.agentId !== undefined) return { value: OWN, text: `The suite's own: ${suite.agentId}` };
  return { value: OWN, text: "The suite's own", hint: 'there is no agent around this suite', disabled: true };
}

function problemsOf(error: Error | null): readonly string[] {
  if (error === null) return [];
  return error instanceof ApiError ? [error.message, ...error.details] : [error.message];
}
