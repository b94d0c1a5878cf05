'use client';

import type { ReactNode } from 'react';
import { Tabs } from '@/components/ui/tabs';
import type { AnnouncedCase, AttemptState } from '@/runner/contract';
import { CheckpointsTab } from './checkpoints-tab';
import type { InspectorTab } from './inspector-tabs';
import { RawTab } from './raw-tab';
import { SimulatorTab } from './simulator-tab';
import { WhyTab } from './why-tab';

type Props = {
  announced: AnnouncedCase;
  attempt: AttemptState;
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
  turn: number | null;
  onTurn: (turn: number) => void;
};

export function Inspector({ announced, attempt, tab, onTab, turn, onTurn }: Props) {
  const judged = attempt.assertions.length;
  const tabs: { name: InspectorTab; title: string; count?: number; content: ReactNode }[] = [
    {
      name: 'checkpoints',
      title: 'Checkpoints',
      content: <CheckpointsTab announced={announced} attempt={attempt} turn={turn} onTurn={onTurn} />,
    },
    {
      name: 'why',
      title: 'Why',
      ...(judged === 0 ? {} : { count: judged }),
      content: <WhyTab attempt={attempt} />,
    },
    { name: 'raw', title: 'Raw', content: <RawTab attempt={attempt} /> },
    {
      name: 'simulator',
      title: 'Simulator',
      content: <SimulatorTab announced={announced} attempt={attempt} onTurn={onTurn} />,
    },
  ];
  // A test function has no conversation, so there is nothing to say about one.
  const shown = announced.kind === 'script' ? tabs.filter(({ name }) => name === 'why' || name === 'raw') : tabs;
  const value = shown.some(({ name }) => name === tab) ? tab : 'why';
  return <Tabs label="Inspector" value={value} onValueChange={onTab} tabs={shown} />;
}
