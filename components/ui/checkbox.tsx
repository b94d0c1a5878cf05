import type { ComponentProps } from 'react';
import { cn } from './cn';

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox without a label of its own. The label must contain it, refer to its id, or be set as `aria-label`. */
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
