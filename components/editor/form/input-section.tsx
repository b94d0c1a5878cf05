import dynamic from 'next/dynamic';
import { useId } from 'react';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Select } from '@/components/ui/select';
import type { CaseEdit } from '@/runner/authoring';
import { isJsonObject, type Json } from '@/runner/values';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';
import { FormSection } from './form-section';
import { JsonField } from './json-field';
import { TextField } from './text-field';

const MessageList = lazyComponent(dynamic(() => loadExport(() => import('./message-list'), 'MessageList')));

const inputPath = ['input'];
const inputFormatOptions = [
  { value: 'text', text: 'A text', hint: 'one message of the user' },
  { value: 'messages', text: 'A conversation', hint: 'messages with roles, texts and files' },
];

/** Shows the fields for the agent's input: a text, or the messages of a conversation. */
export function InputSection({ userSpeaksFirst }: { userSpeaksFirst: boolean }) {
  'use memo';
  const id = useId();
  const { at, textAt, apply, readOnly } = useFormContext();
  const input = at(inputPath);
  const kind = detectInputFormat(input);
  return (
    <FormSection
      title="Input"
      actions={
        !readOnly && kind !== 'other' ? (
          <span className="w-44">
            <label htmlFor={id} className="sr-only">
              Kind of input
            </label>
            <Select
              id={id}
              value={kind}
              options={inputFormatOptions}
              placeholder="Choose"
              onValueChange={(newKind) => {
                if (newKind !== kind) apply([switchInputFormat(input, textAt)], 'Change the kind of input');
              }}
            />
          </span>
        ) : undefined
      }
    >
      {userSpeaksFirst && input === undefined && (
        <p className="text-ink-faint text-xs">Without an input, the simulated user speaks first.</p>
      )}
      {kind === 'text' && <TextField path={inputPath} title="User message" lines={2} />}
      {kind === 'messages' && <MessageList path={inputPath} />}
      {kind === 'other' && <JsonField path={inputPath} title="Input (JSON)" />}
      {input === undefined && <FieldProblems path={inputPath} />}
    </FormSection>
  );
}

function detectInputFormat(input: Json | undefined): 'text' | 'messages' | 'other' {
  if (input === undefined || input === null || typeof input === 'string') return 'text';
  const messages = Array.isArray(input) ? input : [input];
  return messages.every(isJsonObject) ? 'messages' : 'other';
}

/**
 * Switches between a text and a conversation as input. A text becomes the only message of the conversation. When a
 * conversation becomes a text, only the text of its last message is kept.
 */
function switchInputFormat(
  input: Json | undefined,
  textAt: (path: (string | number)[]) => string | undefined,
): CaseEdit {
  if (input === undefined || input === null || typeof input === 'string') {
    return { kind: 'write', path: inputPath, text: `[{"role": "user", "content": ${textAt(inputPath) ?? '""'}}]` };
  }
  const last = Array.isArray(input) ? input.length - 1 : 0;
  const content = Array.isArray(input) ? [...inputPath, last, 'content'] : [...inputPath, 'content'];
  const text = textAt(content);
  return text?.startsWith('"') === true
    ? { kind: 'write', path: inputPath, text }
    : { kind: 'set', path: inputPath, value: '' };
}
