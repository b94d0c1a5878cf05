import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { listFocusableElements, useFocusRestore } from '@/components/layout/use-focus-restore';
import { X } from '@/components/ui/icons';
import { IconButton } from './button';

type Props = {
  onClose: () => void;
  title: string;
  description: string;
  children: ReactNode;
};

/** A dialog that is open as long as it is mounted. */
export function Dialog({ onClose, title, description, children }: Props) {
  const [opener] = useState(listFocusedElements);
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-[oklch(0.18_0.02_235/0.45)]" />
        <Primitive.Content
          onOpenAutoFocus={focusDialog}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(opener);
          }}
          className="fixed inset-x-3 top-[max(1rem,8vh)] z-50 mx-auto flex max-h-[84vh] max-w-lg animate-appear flex-col rounded-lg border bg-raised shadow-raised outline-none"
        >
          <header className="flex items-start gap-3 border-b px-5 py-3.5">
            <div className="grow">
              <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
              <Primitive.Description className="text-ink-faint text-xs">{description}</Primitive.Description>
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" />
            </Primitive.Close>
          </header>
          <DialogContent>{children}</DialogContent>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function DialogContent({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useFocusRestore(area);
  return (
    <div ref={area} className="overflow-y-auto px-5 py-4">
      {children}
    </div>
  );
}

/**
 * Returns the focused element and its ancestors. If the focus is in a menu, starts at the menu's button, because the
 * menu will be closed.
 */
function listFocusedElements(): Element[] {
  const focused = typeof document === 'undefined' ? null : document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const surroundings: Element[] = [];
  for (
    let ancestor = button == null ? focused : document.getElementById(button);
    ancestor !== null;
    ancestor = ancestor.parentElement
  ) {
    surroundings.push(ancestor);
  }
  return surroundings;
}

/**
 * Moves the focus back to the element that had it before the dialog opened. If that element no longer exists, focuses
 * the first focusable element near it.
 */
function restoreFocus([opener, ...surroundings]: readonly Element[]): void {
  const connectedElement = surroundings.find(
    (element) => element.isConnected && element.closest('main, [role=dialog]') !== null,
  );
  const target = opener?.isConnected === true ? opener : connectedElement && listFocusableElements(connectedElement)[0];
  if (target instanceof HTMLElement) target.focus();
}

/** Focuses the dialog instead of its first control, the close button, so that screen readers start at its title. */
function focusDialog(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  event.target.focus();
}
