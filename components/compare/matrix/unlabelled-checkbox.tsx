type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A check box whose label only screen readers need. */
export function UnlabelledCheckbox({ label, checked, onChange }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="mt-0.5 size-3.5 shrink-0"
    />
  );
}
