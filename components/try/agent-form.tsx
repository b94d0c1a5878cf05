import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField, LabelledControl } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Search } from '@/components/ui/icons';

/**
 * The agent to talk to. The other options select it if the address or file contains several agents; they are empty if
 * they are not needed.
 */
export type RequestedAgent = {
  agent: string;
  name: string;
  model: string;
  export: string;
  /** The goal of the built-in simulator; if it is empty, a person talks to the agent. */
  goal: string;
  /** The facts that the built-in simulator knows, each as `name=value`. */
  fact: readonly string[];
};

type Props = {
  initialRequest: RequestedAgent;
  pending: boolean;
  onFind: (request: {
    agent: string;
    name?: string;
    model?: string;
    export?: string;
    goal?: string;
    facts?: string[];
  }) => void;
};

const discoveryFlagFields = [
  { key: 'name', label: 'Agent name (-n)' },
  { key: 'model', label: 'Model (--model)' },
  { key: 'export', label: 'Export (--export)' },
] as const;

/** A form to enter the agent to talk to. */
export function AgentForm({ initialRequest, pending, onFind }: Props) {
  const [agent, setAgent] = useState(initialRequest.agent);
  const [choices, setChoices] = useState({
    name: initialRequest.name,
    model: initialRequest.model,
    export: initialRequest.export,
  });
  const [goal, setGoal] = useState(initialRequest.goal);
  const [facts, setFacts] = useState(initialRequest.fact.join('\n'));
  const factsId = useId();
  function submit(): void {
    const factLines = facts.split('\n').filter((line) => line.trim() !== '');
    const user = goal.trim() === '' ? {} : { goal, ...(factLines.length === 0 ? {} : { facts: factLines }) };
    const filledChoices = Object.entries(choices).filter(([, value]) => value.trim() !== '');
    onFind({ agent, ...Object.fromEntries(filledChoices), ...user });
  }
  return (
    <Form onSubmit={submit}>
      <p className="text-ink-soft text-sm">
        Give a goal, and the built-in user talks to the agent, without a model. Or send up to three messages yourself.
        What happens becomes the agent’s first suite, with checkpoints that you can edit.
      </p>
      <InputField
        label="Address, or a file or folder of this workspace"
        placeholder="http://127.0.0.1:8000/chat"
        required
        value={agent}
        onChange={(event) => setAgent(event.target.value)}
        className="font-mono"
      />
      <InputField
        label="Goal of the user (empty: you talk to the agent)"
        placeholder="get a refund for order W2378156"
        value={goal}
        onChange={(event) => setGoal(event.target.value)}
      />
      {goal.trim() !== '' && (
        <LabelledControl label="What the user knows, a line each (optional)" htmlFor={factsId}>
          <textarea
            id={factsId}
            rows={2}
            placeholder="order number=W2378156"
            value={facts}
            onChange={(event) => setFacts(event.target.value)}
            className="rounded-md border bg-surface px-2.5 py-2 text-sm"
          />
        </LabelledControl>
      )}
      <details open={Object.values(choices).some((value) => value !== '')}>
        <summary className="cursor-pointer text-ink-soft text-xs">More options</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-3">
          {discoveryFlagFields.map(({ key, label }) => (
            <InputField
              key={key}
              label={label}
              value={choices[key]}
              onChange={(event) => setChoices({ ...choices, [key]: event.target.value })}
            />
          ))}
        </div>
      </details>
      <Button type="submit" look="primary" icon={Search} disabled={pending} className="self-end">
        {submitButtonLabel({ pending, hasGoal: goal.trim() !== '' })}
      </Button>
    </Form>
  );
}

function submitButtonLabel({ pending, hasGoal }: { pending: boolean; hasGoal: boolean }): string {
  if (pending) return 'Finding…';
  return hasGoal ? 'Start conversation' : 'Find agent';
}
