'use client';

import { Menu, type MenuItem } from '@/components/ui/menu';
import { RerunButton } from './rerun-button';

/** What can be run again. In a file of its own, so that a page is readable before its menus have arrived. */
export function RerunMenu({ items, starting }: { items: readonly MenuItem[]; starting: boolean }) {
  return (
    <Menu items={items}>
      <RerunButton starting={starting} />
    </Menu>
  );
}
