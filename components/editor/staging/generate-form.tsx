import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Labelled } from '@/components/ui/labelled';
import { NumberField } from '@/components/ui/number-field';
import { Problems } from '@/components/ui/problems';
import { Select } from '@/components/ui/select';
import { generateCases, wordsOfError, workspaceQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

const field = 'h-8 rounded-md border bg-surface px-2.5 text-sm';

/** Asks who makes the cases, for which agent, how many, and about what. */
export function GenerateForm({ onGenerated }: { onGenerated: (cases: readonly string[]) => void }) {
  const { suiteKey } = useCaseDocument();
  const id = useId();
  const { data } = useQuery(workspaceQuery());
  const agents = data?.agents ?? [];
  const own = data?.suites.find(({ key }) => key === suiteKey)?.agentId;
  const [form, setForm] = useState({
    by: 'agents' as 'agents' | 'scripts',
    agent: '',
    script: '',
    target: '',
    focus: '',
  });
  const [count, setCount] = useState(5);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const target = form.target === '' ? (own ?? agents[0]?.id ?? '') : form.target;
  const maker = form.by === 'scripts' ? form.script.trim() : form.agent;
  const generate = useMutation({
    mutationFn: () => {
      const focus = form.focus.trim();
      return generateCases({ by: form.by, id: maker, target, count, ...(focus === '' ? {} : { focus }) });
    },
    onSuccess: (answer) => {
      if (answer.ok) onGenerated(answer.cases);
    },
  });
  const options = agents.map(({ id: value, name, type }) => ({ value, text: value, hint: name ?? type }));
  const refused = generate.data?.ok === false ? generate.data.problems : wordsOfError(generate.error);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        generate.mutate();
      }}
    >
      <Labelled label="Made by" htmlFor={`${id}-by`}>
        <Select
          id={`${id}-by`}
          value={form.by}
          onValueChange={(by) => change({ by: by === 'scripts' ? 'scripts' : 'agents' })}
          placeholder="Choose who makes them"
          options={[
            { value: 'agents', text: 'An agent' },
            { value: 'scripts', text: 'A function of a script' },
          ]}
        />
      </Labelled>
      {form.by === 'agents' ? (
        <Labelled label="Generator agent" htmlFor={`${id}-agent`}>
          <Select
            id={`${id}-agent`}
            value={form.agent}
            onValueChange={(agent) => change({ agent })}
            placeholder="Choose an agent"
            options={options}
          />
        </Labelled>
      ) : (
        <Labelled label="Function, as module.Function" htmlFor={`${id}-script`}>
          <input
            id={`${id}-script`}
            value={form.script}
            onChange={(event) => change({ script: event.target.value })}
            placeholder="visitors.Many"
            spellCheck={false}
            className={field}
          />
        </Labelled>
      )}
      <Labelled label="For the agent" htmlFor={`${id}-target`}>
        <Select
          id={`${id}-target`}
          value={target}
          onValueChange={(next) => change({ target: next })}
          placeholder="Choose an agent"
          options={options}
        />
      </Labelled>
      <NumberField id={`${id}-count`} label="How many" value={count} onChange={setCount} />
      <Labelled label="Focus (optional)" htmlFor={`${id}-focus`}>
        <input
          id={`${id}-focus`}
          value={form.focus}
          onChange={(event) => change({ focus: event.target.value })}
          className={field}
        />
      </Labelled>
      <Problems title="No cases were made." problems={refused} />
      <Button
        type="submit"
        look="primary"
        disabled={generate.isPending || maker === '' || target === ''}
        className="self-end"
      >
        {generate.isPending ? 'Generating…' : 'Generate'}
      </Button>
    </form>
  );
}
