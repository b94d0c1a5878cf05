import type { ReactNode } from 'react';

export function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3">
      <h3 className="font-semibold text-xs">{title}</h3>
      {children}
    </div>
  );
}
