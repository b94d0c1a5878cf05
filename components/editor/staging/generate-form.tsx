import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField, NumberField, SelectField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Problems } from '@/components/ui/problems';
import { errorText, generateCases, workspaceQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

/** A form for generating cases: by whom, for which agent, how many, and about what. */
export function GenerateForm({ onGenerated }: { onGenerated: (cases: readonly string[]) => void }) {
  const { suiteKey } = useCaseDocument();
  const { data } = useQuery(workspaceQuery());
  const agents = data?.agents ?? [];
  const agentOfSuite = data?.suites.find(({ key }) => key === suiteKey)?.agentId;
  const [form, setForm] = useState({
    by: 'agents' as 'agents' | 'scripts',
    agent: '',
    script: '',
    target: '',
    focus: '',
  });
  const [count, setCount] = useState(5);
  const updateFormFields = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const target = form.target === '' ? (agentOfSuite ?? agents[0]?.id ?? '') : form.target;
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
  const refused = generate.data?.ok === false ? generate.data.problems : errorText(generate.error);
  return (
    <Form onSubmit={() => generate.mutate()}>
      <SelectField
        label="Generate with"
        value={form.by}
        onValueChange={(by) => updateFormFields({ by: by === 'scripts' ? 'scripts' : 'agents' })}
        placeholder="Choose a generator"
        options={[
          { value: 'agents', text: 'An agent' },
          { value: 'scripts', text: 'A script function' },
        ]}
      />
      {form.by === 'agents' ? (
        <SelectField
          label="Generator agent"
          value={form.agent}
          onValueChange={(agent) => updateFormFields({ agent })}
          placeholder="Choose an agent"
          options={options}
        />
      ) : (
        <InputField
          label="Function (module.Function)"
          value={form.script}
          onChange={(event) => updateFormFields({ script: event.target.value })}
          placeholder="visitors.Many"
          spellCheck={false}
        />
      )}
      <SelectField
        label="Agent under test"
        value={target}
        onValueChange={(next) => updateFormFields({ target: next })}
        placeholder="Choose an agent"
        options={options}
      />
      <NumberField label="Number of cases" value={count} onChange={setCount} />
      <InputField
        label="Focus (optional)"
        value={form.focus}
        onChange={(event) => updateFormFields({ focus: event.target.value })}
      />
      <Problems title="No cases were generated." problems={refused} />
      <Button
        type="submit"
        look="primary"
        disabled={generate.isPending || maker === '' || target === ''}
        className="self-end"
      >
        {generate.isPending ? 'Generating…' : 'Generate'}
      </Button>
    </Form>
  );
}
