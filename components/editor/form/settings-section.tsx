'use client';

import { isJsonObject } from '@/runner/values';
import { BrokenPart } from './broken-part';
import { FlagField } from './flag-field';
import { useForm } from './form-case-context';
import { FormSection } from './form-section';
import { JsonField } from './json-field';
import { TagsField } from './tags-field';
import { TextField } from './text-field';

const others = ['mode', 'search', 'disable_global_prompts', 'metadata', 'skip'];

/** Shows the fields for running the case: when, as whom, with which options. */
export function SettingsSection() {
  const { at } = useForm();
  const options = at(['options']) ?? {};
  return (
    <FormSection title="Settings">
      <TagsField />
      <FlagField path={['skip']} title="Skip this case" />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField path={['timeout']} title="Timeout" hint="30s, 2m30s, 1.5h" />
        {isJsonObject(options) && <TextField path={['options', 'connector']} title="Connector" />}
        <TextField path={['user']} title="User" />
        <TextField path={['team']} title="Team" />
        <TextField path={['before']} title="Before" hint="scripts.module.Function, run first" />
        <TextField path={['after']} title="After" hint="scripts.module.Function, run last" />
      </div>
      {isJsonObject(options) ? (
        <JsonField path={['options']} title="Options (JSON)" hint={`connector, ${others.join(', ')}`} />
      ) : (
        <BrokenPart path={['options']} title="Options" wanted="an object" />
      )}
      <JsonField path={['metadata']} title="Metadata (JSON)" />
    </FormSection>
  );
}
