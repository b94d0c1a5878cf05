import { Menu, type MenuItem } from '@/components/ui/menu';
import { RerunButton } from './rerun-button';

/** Shows what can be run again. In a file of its own, so that a page is readable before its menus have loaded. */
export function RerunMenu({ items, starting }: { items: readonly MenuItem[]; starting: boolean }) {
  return (
    <Menu items={items}>
      <RerunButton starting={starting} />
    </Menu>
  );
}
