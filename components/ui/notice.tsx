import type { ReactNode } from 'react';

type Props = { title: string; details?: readonly string[]; children?: ReactNode };

/** Shown instead of missing content: says why there is none, and what to do. */
export function Notice({ title, details = [], children }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="font-medium text-base text-ink">{title}</p>
      {details.map((detail) => (
        <p key={detail} className="break-words text-ink-faint text-sm">
          {detail}
        </p>
      ))}
      {children !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
