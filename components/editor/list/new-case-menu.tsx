import { useEffect, useEffectEvent, useRef } from 'react';
import { useCommands } from '@/components/layout/commands';
import { Button } from '@/components/ui/button';
import { ChevronDown, Plus } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import { formatCountWithNoun } from '@/runner/format';
import { dynamicTemplate, standardTemplate } from './case-templates';
import type { CaseListEdits } from './use-case-list-edits';

type Props = {
  edits: CaseListEdits;
  /** The number of proposed cases that are neither accepted nor discarded. */
  stagedCases: number;
  /** True if the menu adds a standard case as soon as it is rendered. */
  startsNew: boolean;
  /** Called with the id of the new case. */
  onAdded: (id: string) => void;
  onGenerate: () => void;
};

/** A menu with the ways to create a case. */
export function NewCaseMenu({ edits, stagedCases, startsNew, onAdded, onGenerate }: Props) {
  const addStandardCase = () => edits.add([standardTemplate], 'Add a case', onAdded);
  const addDynamicCase = () => edits.add([dynamicTemplate], 'Add a conversation', onAdded);
  const isAdded = useRef(false);
  const addFirst = useEffectEvent(addStandardCase);
  useEffect(() => {
    if (!startsNew || isAdded.current) return;
    isAdded.current = true;
    addFirst();
  }, [startsNew]);
  useCommands(() => [
    { id: 'add-case', title: 'Add a case', run: addStandardCase },
    { id: 'add-conversation', title: 'Add a conversation', run: addDynamicCase },
    { id: 'generate', title: 'Generate cases', run: onGenerate },
  ]);
  return (
    <Menu
      items={[
        {
          text: 'Question and answer',
          hint: 'one user message; assertions check the answer',
          onSelect: addStandardCase,
        },
        { text: 'Conversation', hint: 'a simulated user with a goal and facts', onSelect: addDynamicCase },
        {
          text: 'Generate…',
          hint:
            stagedCases === 0
              ? 'an agent or a script proposes cases'
              : `${formatCountWithNoun(stagedCases, 'proposed case')} to review`,
          onSelect: onGenerate,
        },
      ]}
    >
      <Button size="sm" icon={Plus}>
        New case
        <ChevronDown aria-hidden className="size-3.5" />
      </Button>
    </Menu>
  );
}
