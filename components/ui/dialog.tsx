'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  children: ReactNode;
};

export function Dialog({ open, onOpenChange, title, description, children }: Props) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[oklch(0.18_0.02_235/0.45)]" />
        <Primitive.Content
          onOpenAutoFocus={focusItself}
          className="fixed inset-x-3 top-[max(1rem,8vh)] z-50 mx-auto flex max-h-[84vh] max-w-lg animate-appear flex-col rounded-lg border bg-raised shadow-raised outline-none"
        >
          <header className="flex items-start gap-3 border-b px-5 py-3.5">
            <div className="grow">
              <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
              <Primitive.Description className="text-ink-faint text-xs">{description}</Primitive.Description>
            </div>
            <Primitive.Close asChild>
              <Button look="quiet" size="icon" aria-label="Close">
                <X aria-hidden className="size-4" />
              </Button>
            </Primitive.Close>
          </header>
          <div className="overflow-y-auto px-5 py-4">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Not the close button, which happens to come first: the dialog is read from its title on. */
function focusItself(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  event.target.focus();
}
