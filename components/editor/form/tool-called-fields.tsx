import { LinkButton } from '@/components/ui/links';
import type { JsonPath } from '@/runner/authoring';
import { isJsonObject } from '@/runner/values';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { TextField } from './text-field';
import { useAutocompleteNames } from './use-autocomplete-names';

/**
 * Fields for a tool and its arguments. They edit whichever notation the assertion uses: `name` and `arguments`, or
 * `value`.
 */
export function ToolCalledFields({ path }: { path: JsonPath }) {
  const { at, apply, readOnly } = useFormContext();
  const { tools } = useAutocompleteNames();
  const value = at([...path, 'value']);
  const hint = 'Arguments that must match; others are allowed.';
  if (at([...path, 'name']) !== undefined) {
    return (
      <>
        <TextField path={[...path, 'name']} title="Tool" keepEmpty suggestions={tools} />
        <JsonField path={[...path, 'arguments']} title="Arguments (JSON)" hint={hint} />
      </>
    );
  }
  if (Array.isArray(value)) return <JsonField path={[...path, 'value']} title="One of these tools (JSON)" required />;
  if (isJsonObject(value)) {
    return (
      <>
        <TextField path={[...path, 'value', 'name']} title="Tool" keepEmpty suggestions={tools} />
        <JsonField path={[...path, 'value', 'arguments']} title="Arguments (JSON)" hint={hint} />
      </>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <TextField path={[...path, 'value']} title="Tool" keepEmpty suggestions={tools} />
      {!readOnly && (
        <LinkButton
          onClick={() =>
            apply(
              [{ kind: 'set', path: [...path, 'value'], value: { name: value ?? '', arguments: {} } }],
              'Check arguments',
            )
          }
          className="self-start text-xs"
        >
          Check arguments too
        </LinkButton>
      )}
    </div>
  );
}
