import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn';
import { Select } from './select';

type Props = { label: string; htmlFor: string; className?: string | undefined; children: ReactNode };

/** A form control with a label above it. */
export function LabelledControl({ label, htmlFor, className, children }: Props) {
  return (
    <div className={cn('flex flex-col gap-1', className)}>
      <label htmlFor={htmlFor} className="text-ink-soft text-xs">
        {label}
      </label>
      {children}
    </div>
  );
}

type LabelledFieldProps<Control> = Omit<Control, 'id'> & { label: string };

export function SelectField({
  label,
  className,
  ...select
}: LabelledFieldProps<ComponentProps<typeof Select>> & { className?: string }) {
  const id = useId();
  return (
    <LabelledControl label={label} htmlFor={id} className={className}>
      <Select id={id} {...select} />
    </LabelledControl>
  );
}

export function InputField({ label, className, ...input }: LabelledFieldProps<ComponentProps<'input'>>) {
  const id = useId();
  return (
    <LabelledControl label={label} htmlFor={id}>
      <input id={id} className={cn('h-8 rounded-md border bg-surface px-2.5 text-sm', className)} {...input} />
    </LabelledControl>
  );
}

type NumberProps = { label: string; value: number; min?: number; onChange: (value: number) => void };

const MAX_NUMBER = 1_000;

/** A field for a whole number. The minimum is 1 by default. */
export function NumberField({ label, value, min = 1, onChange }: NumberProps) {
  return (
    <InputField
      label={label}
      type="number"
      required
      min={min}
      max={MAX_NUMBER}
      step={1}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className="tabular-nums"
    />
  );
}
