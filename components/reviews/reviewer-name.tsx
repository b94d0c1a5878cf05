import { useId, useState } from 'react';

/** Shows the reviewer's name, which can be edited after a click. */
export function ReviewerName({ name, onName }: { name: string; onName: (name: string) => void }) {
  const id = useId();
  const [editing, setEditing] = useState(false);
  if (!editing) {
    return (
      <button
        type="button"
        className="ml-auto text-ink-faint hover:text-ink hover:underline"
        title="Change the name on your reviews"
        onClick={() => setEditing(true)}
      >
        Reviewing as {name}
      </button>
    );
  }
  return (
    <span className="ml-auto flex items-center gap-1">
      <label htmlFor={id} className="text-ink-faint">
        Reviewing as{' '}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the input replaces the button that the user has just pressed
        autoFocus
        defaultValue={name}
        maxLength={100}
        onBlur={(event) => {
          onName(event.target.value);
          setEditing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="h-7 w-28 rounded-md border bg-surface px-2 text-xs"
      />
    </span>
  );
}
