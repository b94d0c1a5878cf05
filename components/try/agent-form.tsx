import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Search } from '@/components/ui/icons';

/** The agent, and the options that select one if there are several; empty if not needed. */
export type RequestedAgent = { agent: string; name: string; model: string; export: string };

type Props = {
  wanted: RequestedAgent;
  pending: boolean;
  onFind: (request: { agent: string; name?: string; model?: string; export?: string }) => void;
};

const options = [
  { key: 'name', label: 'Agent name (-n)' },
  { key: 'model', label: 'Model (--model)' },
  { key: 'export', label: 'Export (--export)' },
] as const;

/** Names the agent to talk to. */
export function AgentForm({ wanted, pending, onFind }: Props) {
  const [agent, setAgent] = useState(wanted.agent);
  const [choices, setChoices] = useState({ name: wanted.name, model: wanted.model, export: wanted.export });
  function submit(): void {
    const filledChoices = Object.entries(choices).filter(([, value]) => value.trim() !== '');
    onFind({ agent, ...Object.fromEntries(filledChoices) });
  }
  return (
    <Form onSubmit={submit}>
      <p className="text-ink-soft text-sm">
        Send an agent up to three messages. The conversation becomes its first suite, with checkpoints that you can
        edit.
      </p>
      <InputField
        label="Address, or a file or folder of this workspace"
        placeholder="http://127.0.0.1:8000/chat"
        required
        value={agent}
        onChange={(event) => setAgent(event.target.value)}
        className="font-mono"
      />
      <details open={Object.values(choices).some((value) => value !== '')}>
        <summary className="cursor-pointer text-ink-soft text-xs">More options</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-3">
          {options.map(({ key, label }) => (
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
        {pending ? 'Finding…' : 'Find agent'}
      </Button>
    </Form>
  );
}
