import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import type { JsonPath } from '@/runner/authoring';
import { messageRoles } from '@/runner/contract';
import { isJsonObject, type Json } from '@/runner/values';
import { ChoiceField } from './choice-field';
import { ContentParts } from './content-parts';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { ListItemButtons } from './list-buttons';
import { ReadOnlySourceField } from './source-only-field';
import { TextField } from './text-field';

/** Edits the messages of a conversation: a single message or a list of them. */
export function MessageList({ path }: { path: JsonPath }) {
  'use memo';
  const { at, apply, readOnly, focusAt } = useFormContext();
  const input = at(path);
  const messages = Array.isArray(input) ? input : [input];
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label="Messages" className="flex flex-col gap-2">
        {messages.map((_, index) => (
          <MessageFields key={index} path={path} index={index} count={messages.length} />
        ))}
      </ol>
      {!readOnly && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              const value = { role: nextMessageRole(messages), content: '' };
              apply([{ kind: 'insert', path, index: messages.length, value }], 'Add a message');
              focusAt([...path, messages.length]);
            }}
            icon={Plus}
          >
            Add a message
          </Button>
        </div>
      )}
    </div>
  );
}

function MessageFields({ path: listPath, index, count }: { path: JsonPath; index: number; count: number }) {
  'use memo';
  const { at, textAt, apply, readOnly, keysAt } = useFormContext();
  // A single message need not be in a list. In that case, the input is the message itself.
  const path = Array.isArray(at(listPath)) ? [...listPath, index] : listPath;
  const content = at([...path, 'content']);
  const others = keysAt(path).filter((key) => key !== 'role' && key !== 'content');
  const isText = content === undefined || typeof content === 'string';
  const isParts = isJsonObject(content) || (Array.isArray(content) && content.every(isJsonObject));
  function attachFile(): void {
    const text = textAt([...path, 'content']);
    const textPart = typeof content === 'string' && content !== '' ? `{"type": "text", "text": ${text}}, ` : '';
    const edit = { path: [...path, 'content'], text: `[${textPart}{"type": "image", "source": "file://"}]` };
    apply([{ kind: 'write', ...edit }], 'Attach a file');
  }
  return (
    <li className="flex flex-col gap-2.5 rounded-md border bg-surface p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <ChoiceField
            path={[...path, 'role']}
            title={`Message ${index + 1}`}
            value={String(at([...path, 'role']) ?? 'user')}
            options={messageRoles.map((role) => ({ value: role, text: role }))}
            onChoose={(role) => apply([{ kind: 'set', path: [...path, 'role'], value: role }], `Role ${role}`)}
          />
        </div>
        <ListItemButtons
          path={listPath}
          index={index}
          count={count}
          name={`message ${index + 1}`}
          whenLast={{ kind: 'remove', path: listPath }}
          copied={() => ({ kind: 'insert', path: listPath, index: index + 1, value: at(path) ?? null })}
        />
      </div>
      {isText && <TextField path={[...path, 'content']} title="Text" lines={2} keepEmpty />}
      {isText && !readOnly && (
        <Button size="sm" look="quiet" className="self-start" onClick={attachFile}>
          Attach a file
        </Button>
      )}
      {isParts && <ContentParts path={[...path, 'content']} />}
      {!isText && !isParts && content !== null && <ReadOnlySourceField path={[...path, 'content']} title="Content" />}
      {others.map((key) => (
        <JsonField key={key} path={[...path, key]} title={`${key} (JSON)`} />
      ))}
    </li>
  );
}

function nextMessageRole(messages: readonly (Json | undefined)[]): string {
  const last = messages.at(-1);
  return isJsonObject(last) && (last.role === undefined || last.role === 'user') ? 'assistant' : 'user';
}
