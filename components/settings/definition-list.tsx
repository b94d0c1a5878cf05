import type { ReactNode } from 'react';

export type DefinitionEntry = { name: string; value: ReactNode };

export function DefinitionList({ facts }: { facts: readonly DefinitionEntry[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
