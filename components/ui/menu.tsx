import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

export type MenuItem = { text: string; hint?: string; disabled?: boolean; onSelect: () => void };

type Props = { children: ReactNode; items: readonly MenuItem[]; onOpen?: () => void };

/** A button that opens a list of actions. `children` is the button. */
export function Menu({ children, items, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && onOpen?.()}>
      <DropdownMenu.Trigger ref={button} asChild>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={stayWhereChosen}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 animate-appear overflow-y-auto rounded-md border bg-raised p-1 shadow-raised"
        >
          {items.map(({ text, hint, disabled, onSelect }) => (
            <DropdownMenu.Item
              key={text}
              disabled={disabled}
              onSelect={() => {
                // At once: for a moment the focus would be nowhere, and a dialog that opens then could not give it back.
                button.current?.focus();
                onSelect();
              }}
              className="cursor-pointer rounded-sm px-2.5 py-1.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:text-ink-faint"
            >
              {text}
              {hint !== undefined && <span className="block text-2xs text-ink-faint">{hint}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The focus goes back to the button, unless what was chosen has taken it somewhere. */
function stayWhereChosen(event: Event): void {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now.closest('[role=menu]') === null) event.preventDefault();
}
