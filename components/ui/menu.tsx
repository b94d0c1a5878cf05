import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { importWithRetry } from './lazy-component';
import type { MenuItem, MenuList } from './menu-list';

type Props = { children: ReactElement<ComponentProps<'button'>>; items: readonly MenuItem[]; onOpen?: () => void };

/** A button that opens a list of actions. `children` is the button. The code of the list is loaded after the page. */
export function Menu({ children, items, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [openedBy, setOpenedBy] = useState<'pointer' | 'key'>();
  const List = useMenuList(openedBy !== undefined);
  function toggleMenu(by: 'pointer' | 'key'): void {
    if (openedBy === undefined) onOpen?.();
    setOpenedBy(openedBy === undefined ? by : undefined);
  }
  return (
    <>
      {cloneElement(children, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': openedBy !== undefined,
        'aria-controls': openedBy === undefined ? undefined : `${id}-list`,
        onPointerDown: (event: PointerEvent) => {
          if (event.button !== 0 || event.ctrlKey) return;
          // Keeps the menu's button from taking the focus, because the list takes it.
          if (openedBy === undefined) event.preventDefault();
          toggleMenu('pointer');
        },
        onKeyDown: (event: KeyboardEvent) => {
          // With a modifier key, the key press is a shortcut of the page or the browser.
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          toggleMenu('key');
        },
      })}
      {openedBy !== undefined && List !== undefined && (
        <List
          id={`${id}-list`}
          labelledBy={id}
          button={button}
          items={items}
          startsAtFirst={openedBy === 'key'}
          onClose={() => setOpenedBy(undefined)}
        />
      )}
    </>
  );
}

/** Returns the component for the list of actions; undefined until its code has loaded. */
function useMenuList(isNeeded: boolean): typeof MenuList | undefined {
  const [list, setList] = useState<{ MenuList: typeof MenuList }>();
  useEffect(() => void loadMenuList(), []);
  useEffect(() => {
    if (isNeeded) void loadMenuList().then(setList);
  }, [isNeeded]);
  return list?.MenuList;
}

function loadMenuList(): Promise<{ MenuList: typeof MenuList }> {
  return importWithRetry(() => import('./menu-list'));
}
