import { type ReactNode, useId } from 'react';

type Props = { title: string; hint?: string; children: ReactNode };

export function SettingsSection({ title, hint, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border bg-surface p-4 sm:p-5">
      <div>
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {hint !== undefined && <p className="text-ink-faint text-sm">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
