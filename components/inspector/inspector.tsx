import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { kindViews } from '@/components/runs/kind-views';
import { later } from '@/components/ui/later';
import { Tabs } from '@/components/ui/tabs';
import { untilLoaded } from '@/components/ui/until-loaded';
import type { AttemptState, CaseRow } from '@/runner/fold';
import type { InspectorTab } from './inspector-tabs';

type Props = {
  runId: string;
  announced: CaseRow;
  attempt: AttemptState;
  /** The tab that a person has chosen. */
  tab: InspectorTab | null;
  onTab: (tab: InspectorTab) => void;
  turn: number | null;
  onTurn: (turn: number) => void;
  pick: string | null;
  onPick: (pick: string | null) => void;
};

const CheckpointsTab = later(
  dynamic(() => untilLoaded(() => import('./checkpoints-tab')).then((module) => module.CheckpointsTab)),
);
const WhyTab = later(dynamic(() => untilLoaded(() => import('./why-tab')).then((module) => module.WhyTab)));
const RawTab = later(dynamic(() => untilLoaded(() => import('./raw-tab')).then((module) => module.RawTab)));
const SimulatorTab = later(
  dynamic(() => untilLoaded(() => import('./simulator-tab')).then((module) => module.SimulatorTab)),
);
const HistoryTab = later(
  dynamic(() => untilLoaded(() => import('@/components/history/history-tab')).then((module) => module.HistoryTab)),
);
const VerdictsTab = later(
  dynamic(() => untilLoaded(() => import('@/components/samples/verdicts-tab')).then((module) => module.VerdictsTab)),
);
const ScoresTab = later(
  dynamic(() => untilLoaded(() => import('@/components/scores/scores-tab')).then((module) => module.ScoresTab)),
);

type TabView = { title: string; count?: (attempt: AttemptState) => number; content: (props: Props) => ReactNode };

const tabViews: Readonly<Record<InspectorTab, TabView>> = {
  checkpoints: { title: 'Checkpoints', content: (props) => <CheckpointsTab {...props} /> },
  verdicts: {
    title: 'Verdicts',
    count: ({ scores }) => scores.length,
    content: (props) => <VerdictsTab {...props} />,
  },
  scores: {
    title: 'Scores',
    count: ({ scores }) => scores.length,
    content: ({ attempt }) => <ScoresTab attempt={attempt} />,
  },
  why: {
    title: 'Why',
    count: ({ assertions }) => assertions.length,
    content: ({ attempt }) => <WhyTab attempt={attempt} />,
  },
  raw: { title: 'Raw', content: ({ attempt }) => <RawTab attempt={attempt} /> },
  simulator: { title: 'Simulator', content: (props) => <SimulatorTab {...props} /> },
  history: { title: 'History', content: (props) => <HistoryTab {...props} /> },
};

export function Inspector(props: Props) {
  const { announced, attempt, tab, onTab } = props;
  const { tabs, firstTab } = kindViews[announced.kind];
  const value = tab !== null && tabs.includes(tab) ? tab : firstTab;
  const shown = tabs.map((name) => {
    const { title, count, content } = tabViews[name];
    const counted = count?.(attempt) ?? 0;
    return { name, title, ...(counted === 0 ? {} : { count: counted }), content: name === value && content(props) };
  });
  return <Tabs label="Inspector" value={value} onValueChange={onTab} tabs={shown} />;
}
