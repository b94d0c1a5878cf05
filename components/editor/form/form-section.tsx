import { type ReactNode, useId } from 'react';

export function FormSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  'use memo';
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-b px-4 py-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="grow font-semibold text-sm">
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
