import type { ComponentProps } from 'react';
import { cn } from './cn';

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox. Its label is an element around it, an element that refers to its id, or `aria-label`. */
export function Checkbox({ onChange, className, ...props }: Props) {
  return (
    <input
      {...props}
      type="checkbox"
      onChange={({ target }) => onChange(target.checked)}
      className={cn('size-4 shrink-0 accent-accent', className)}
    />
  );
}
