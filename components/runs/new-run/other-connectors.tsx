type Props = {
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** Selects additional connectors; the same cases run on each as a separate run. */
export function OtherConnectors({ offered, chosen, onChange }: Props) {
  if (offered.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-ink-soft text-xs">Also run on</legend>
      <div className="flex max-h-28 flex-wrap gap-x-4 overflow-y-auto">
        {offered.map((id) => (
          <label key={id} className="flex min-h-7 items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
