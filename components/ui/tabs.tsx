'use client';

import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab<Name extends string> = { name: Name; title: string; count?: number; content: ReactNode };

type Props<Name extends string> = {
  label: string;
  value: Name;
  onValueChange: (name: Name) => void;
  tabs: readonly Tab<Name>[];
};

export function Tabs<Name extends string>({ label, value, onValueChange, tabs }: Props<Name>) {
  return (
    <Primitive.Root
      className="flex min-h-0 grow flex-col"
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find(({ name }) => name === next);
        if (tab !== undefined) onValueChange(tab.name);
      }}
    >
      <Primitive.List aria-label={label} className="flex h-9 shrink-0 gap-4 overflow-x-auto border-b px-4">
        {tabs.map(({ name, title, count }) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className="-mb-px flex items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-ink-faint text-xs hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {title}
            {count !== undefined && <span className="text-2xs text-ink-faint tabular-nums">{count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ name, content }) => (
        <Primitive.Content key={name} value={name} className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
