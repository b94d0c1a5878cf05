'use client';

import { BrokenPart } from './broken-part';
import { useForm } from './form-case-context';
import { FormSection } from './form-section';

const common = [
  'id name input user team metadata options timeout skip tags before after assert assertion assertions expected',
  'simulator checkpoints max_turns',
];
const known = new Set(common.join(' ').split(' '));

/** Keys that no field of this form is for. They stay as they are. */
export function OtherFields({ isDynamic }: { isDynamic: boolean }) {
  const { keysAt } = useForm();
  const beside = isDynamic ? ['assert', 'assertion', 'assertions', 'expected'] : ['simulator', 'max_turns'];
  const others = keysAt([]).filter((key) => !known.has(key.toLowerCase()) || beside.includes(key.toLowerCase()));
  if (others.length === 0) return null;
  return (
    <FormSection title="Other fields">
      {others.map((key, index) => (
        <BrokenPart key={`${key} ${index}`} path={[key]} title={key} />
      ))}
    </FormSection>
  );
}
