type Props = { id: string; label: string; value: number; onChange: (value: number) => void };

const LARGEST = 1_000;

/** A whole number from 1 up. */
export function NumberField({ id, label, value, onChange }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft text-xs">
        {label}
      </label>
      <input
        id={id}
        type="number"
        required
        min={1}
        max={LARGEST}
        step={1}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-8 rounded-md border bg-surface px-2.5 text-sm tabular-nums"
      />
    </div>
  );
}
