import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FilterField } from '@/components/ui/filter-field';
import type { Icon } from '@/components/ui/icons';

type Props = {
  title: string;
  filter: { label: string; placeholder: string; text: string; onText: (text: string) => void };
  create?: { label: string; icon: Icon; onCreate: () => void };
  children: ReactNode;
};

/** The layout of a page with a list: title, filter, and a button to create an item if that is possible. */
export function ListPage({ title, filter, create, children }: Props) {
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto font-semibold text-xl tracking-tight">{title}</h1>
          <FilterField
            label={filter.label}
            placeholder={filter.placeholder}
            value={filter.text}
            onChange={filter.onText}
            className="order-last w-full sm:order-none sm:w-96"
          />
          {create !== undefined && (
            <Button look="primary" onClick={create.onCreate} icon={create.icon}>
              {create.label}
            </Button>
          )}
        </div>
        {children}
      </div>
    </main>
  );
}
