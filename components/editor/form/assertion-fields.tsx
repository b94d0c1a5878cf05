'use client';

import type { JsonPath } from '@/runner/authoring';
import { type AssertionType, valueTypes } from '@/runner/contract';
import { isJsonObject } from '@/runner/values';
import { describedTypes } from './assertion-types';
import { BrokenPart } from './broken-part';
import { ChoiceField } from './choice-field';
import { useForm } from './form-case-context';
import { JsonField } from './json-field';
import { TextField } from './text-field';
import { ToolCalledFields } from './tool-called-fields';
import { useAgentIds } from './use-agent-ids';
import { useSeenPaths } from './use-seen-paths';
import { ValueField } from './value-field';

type Props = { path: JsonPath; type: AssertionType };

/** The fields of one type of assertion, and keys that it has although they are not among them. */
export function AssertionFields({ path, type }: Props) {
  const { keysAt } = useForm();
  const known = new Set(['type', 'message', 'negate', ...describedTypes[type].keys]);
  const others = keysAt(path).filter((key) => !known.has(key.toLowerCase()));
  return (
    <>
      <FieldsOfType path={path} type={type} />
      {others.map((key) => (
        <BrokenPart key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

function FieldsOfType({ path, type: kind }: Props) {
  const { at, apply } = useForm();
  const agents = useAgentIds();
  const value = [...path, 'value'];
  switch (kind) {
    case 'contains':
    case 'not_contains':
      return <ValueField path={value} title="Text" />;
    case 'equals':
      return <ValueField path={value} title="Value" />;
    case 'regex': {
      const key = at([...path, 'pattern']) === undefined ? 'value' : 'pattern';
      return <TextField path={[...path, key]} title="Pattern" keepEmpty hint="Go RE2 syntax; (?i) ignores case" />;
    }
    case 'json_path':
      return (
        <>
          <PathField path={path} />
          <ValueField path={value} title="Value" />
        </>
      );
    case 'type':
      return (
        <>
          <ChoiceField
            path={value}
            title="Type"
            value={String(at(value) ?? '')}
            options={valueTypes.map((name) => ({ value: name, text: name }))}
            onChoose={(chosen) => apply([{ kind: 'set', path: value, value: chosen }], `Type ${chosen}`)}
          />
          <PathField path={path} />
        </>
      );
    case 'tool_called':
      return <ToolCalledFields path={path} />;
    case 'tool_result':
      if (!isJsonObject(at(value))) return <BrokenPart path={value} title="Value" wanted='{"tool": …, "result": …}' />;
      return (
        <>
          <TextField path={[...value, 'tool']} title="Tool" keepEmpty />
          <JsonField
            path={[...value, 'result']}
            title="Result (JSON)"
            hint='What the result has in it; "regex:…" is a pattern. Empty: the call succeeded.'
          />
        </>
      );
    case 'agent':
      return (
        <>
          <TextField
            path={[...path, 'use']}
            title="Validator"
            keepEmpty
            suggestions={agents.map((id) => `agents:${id}`)}
          />
          <ValueField path={value} title="Criteria" />
          <JsonField path={[...path, 'options']} title="Options (JSON)" />
        </>
      );
    case 'script': {
      const key = at([...path, 'use']) === undefined ? 'script' : 'use';
      return (
        <>
          <TextField path={[...path, key]} title="Function" keepEmpty hint="scripts.module.Function" />
          <JsonField path={value} title="Value (JSON)" />
          <JsonField path={[...path, 'options']} title="Options (JSON)" />
        </>
      );
    }
    default: {
      kind satisfies never;
      return null;
    }
  }
}

function PathField({ path }: { path: JsonPath }) {
  return (
    <TextField
      path={[...path, 'path']}
      title="JSON path"
      hint="for example $.order.items[0].name"
      suggestions={useSeenPaths()}
    />
  );
}
