import { Button } from '@/components/ui/button';
import type { JsonPath } from '@/runner/authoring';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { TextField } from './text-field';

type Props = { path: JsonPath; title: string; hint?: string };

/** A field for a value that is usually a text but can be any JSON. */
export function ValueField({ path, title, hint }: Props) {
  'use memo';
  const form = useFormContext();
  const value = form.at(path);
  const isText = value === undefined || typeof value === 'string';
  function switchValueKind(): void {
    const other = isText
      ? jsonTextOrEmptyObject(value ?? '')
      : { kind: 'set' as const, path, value: JSON.stringify(value) };
    form.apply([typeof other === 'string' ? { kind: 'write', path, text: other } : other], 'Change the kind of value');
  }
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 grow">
        {isText ? (
          <TextField path={path} title={title} hint={hint} lines={1} keepEmpty />
        ) : (
          <JsonField path={path} title={title} required hint={hint} />
        )}
      </div>
      <Button size="sm" look="quiet" className="mt-5.5" disabled={form.readOnly} onClick={switchValueKind}>
        {isText ? 'As JSON' : 'As text'}
        <span className="sr-only">: {title}</span>
      </Button>
    </div>
  );
}

/** Returns the text itself if it is JSON other than a string, otherwise the text of an empty object. */
function jsonTextOrEmptyObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? '{}' : text;
  } catch {
    return '{}';
  }
}
