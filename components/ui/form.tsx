import type { ReactNode } from 'react';
import { Button } from './button';

type Props = { onSubmit: () => void; className?: string; children: ReactNode };

/** A form whose submission is handled by a function, without a page load. */
export function Form({ onSubmit, className = 'flex flex-col gap-3', children }: Props) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

type ButtonsProps = { submit: string; disabled?: boolean; onCancel: () => void };

/** The buttons at the bottom of a form in a dialog. */
export function FormButtons({ submit, disabled, onCancel }: ButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" disabled={disabled}>
        {submit}
      </Button>
    </div>
  );
}
