'use client';

import { EllipsisVertical } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import type { DocumentCase } from '@/runner/authoring';
import type { ListEdits } from './use-list-edits';

type Props = { found: DocumentCase; count: number; edits: ListEdits };

/** Shows the actions for a case of the list. */
export function CaseRowMenu({ found, count, edits }: Props) {
  const { index, id, skip } = found;
  return (
    <Menu
      items={[
        { text: 'Duplicate', onSelect: () => edits.duplicate(found) },
        { text: skip ? 'Take into runs again' : 'Skip in runs', onSelect: () => edits.skip(found) },
        { text: 'Move up', hint: 'Alt-↑', disabled: index === 0, onSelect: () => edits.move(found, index - 1) },
        {
          text: 'Move down',
          hint: 'Alt-↓',
          disabled: index === count - 1,
          onSelect: () => edits.move(found, index + 1),
        },
        { text: 'Delete', onSelect: () => edits.remove(found) },
      ]}
    >
      <Button look="quiet" size="icon" aria-label={`Actions for ${id === '' ? 'the case without an id' : id}`}>
        <EllipsisVertical aria-hidden className="size-3.5" />
      </Button>
    </Menu>
  );
}
