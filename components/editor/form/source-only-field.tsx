import { Button } from '@/components/ui/button';
import type { JsonPath } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';

type Props = { path: JsonPath; title: string; expectedType?: string };

const MAX_SHOWN_CHARACTERS = 2_000;

/** Shows the source text of a value that the form cannot edit. */
export function ReadOnlySourceField({ path, title, expectedType }: Props) {
  'use memo';
  const { textAt, onSource } = useFormContext();
  const text = textAt(path) ?? '';
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-xs">
        {title}
        {expectedType !== undefined && <span className="text-ink-faint">expected {expectedType}</span>}
        <Button size="sm" look="quiet" onClick={onSource}>
          Edit in source
        </Button>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-2.5 py-1.5 font-mono text-xs"
      >
        {replaceInvisibleCharacters(
          text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text,
        )}
      </pre>
      <FieldProblems path={path} />
    </div>
  );
}
