import { DropdownMenu } from 'radix-ui';
import { type FocusEvent, type Ref, type RefObject, useImperativeHandle, useRef } from 'react';

export type MenuItem = { text: string; hint?: string; disabled?: boolean; onSelect: () => void };

type Props = {
  id: string;
  /** The id of the button that opens the menu. */
  labelledBy: string;
  button: RefObject<HTMLButtonElement | null>;
  items: readonly MenuItem[];
  /** True if the menu was opened with the keyboard, so that the first item gets the focus. */
  startsAtFirst: boolean;
  onClose: () => void;
};

/** The list of actions of a menu. The menu is open as long as this component is mounted. */
export function MenuList({ id, labelledBy, button, items, startsAtFirst, onClose }: Props) {
  const wasEntered = useRef(false);
  function onFocus({ target, currentTarget }: FocusEvent): void {
    if (wasEntered.current || target !== currentTarget) return;
    wasEntered.current = true;
    const first = currentTarget.querySelector('[role=menuitem]:not([data-disabled])');
    if (startsAtFirst && first instanceof HTMLElement) first.focus();
  }
  return (
    <DropdownMenu.Root modal={false} open onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <ButtonAnchor element={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          id={id}
          aria-labelledby={labelledBy}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onFocus={onFocus}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isFocusLost(document.activeElement)) button.current?.focus();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 animate-appear overflow-y-auto rounded-md border bg-raised p-1 shadow-raised"
        >
          {items.map(({ text, hint, disabled, onSelect }) => (
            <DropdownMenu.Item
              key={text}
              disabled={disabled}
              onSelect={() => {
                // Moves the focus back to the button immediately. If nothing had the focus, a dialog opened by the
                // action would not know where to return the focus.
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

/**
 * Replaces the trigger component of the menu library. Renders nothing, but forwards the ref to the button that is
 * already in the page.
 */
function ButtonAnchor({
  element,
  ref,
}: {
  element: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLButtonElement | null>;
}) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current, [element]);
  return null;
}

/** Returns true if the selected action has not moved the focus elsewhere. Then the button must get it back. */
function isFocusLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role=menu]') !== null;
}
