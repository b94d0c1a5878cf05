import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { AttemptTabProps } from '@/components/runs/body-props';
import { caseKindViews } from '@/components/runs/kind-views';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Tabs } from '@/components/ui/tabs';
import type { AttemptExplanation } from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';
import type { InspectorTab } from './inspector-tabs';

type Props = AttemptTabProps & {
  runId: string;
  /** The tab that the user selected; null if none. */
  tab: InspectorTab | null;
  onTab: (tab: InspectorTab) => void;
  /** The explanation why the attempt failed. */
  explanation?: AttemptExplanation | undefined;
  /** Shown at the end of the row of tabs. */
  end?: ReactNode;
};

const CheckpointsTab = lazyComponent(dynamic(() => loadExport(() => import('./checkpoints-tab'), 'CheckpointsTab')));
const ReasonsTab = lazyComponent(dynamic(() => loadExport(() => import('./reasons-tab'), 'ReasonsTab')));
const UnjudgedAttemptCalls = lazyComponent(
  dynamic(() => loadExport(() => import('./unjudged-calls'), 'UnjudgedAttemptCalls')),
);
const DecisiveTurnFinder = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/bisection/decisive-turn-finder'), 'DecisiveTurnFinder')),
);
const DecisiveTurnDiff = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/diagnosis/decisive-turn-diff'), 'DecisiveTurnDiff')),
);
const RawTab = lazyComponent(dynamic(() => loadExport(() => import('./raw-tab'), 'RawTab')));
const SimulatorTab = lazyComponent(dynamic(() => loadExport(() => import('./simulator-tab'), 'SimulatorTab')));
const HistoryTab = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/history/history-tab'), 'HistoryTab')),
);
const VerdictsTab = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/samples/verdicts-tab'), 'VerdictsTab')),
);
const ScoresTab = lazyComponent(dynamic(() => loadExport(() => import('@/components/scores/scores-tab'), 'ScoresTab')));

type InspectorTabView = {
  title: string;
  count?: (attempt: AttemptState) => number;
  /** Returns whether the attempt has this tab; missing if every attempt has it. */
  isShown?: (props: Props) => boolean;
  content: (props: Props) => ReactNode;
};

const tabViews: Readonly<Record<InspectorTab, InspectorTabView>> = {
  checkpoints: {
    title: 'Checkpoints',
    isShown: ({ announced }) => (announced.checkpoints ?? []).length > 0,
    content: (props) => <CheckpointsTab {...props} />,
  },
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
    content: ({ runId, attempt, onTurn, explanation: { diagnosis, passed } = {} }) => (
      <>
        <ReasonsTab attempt={attempt} onTurn={onTurn}>
          {passed !== undefined && diagnosis?.cause.turn !== undefined && (
            <DecisiveTurnDiff attempt={attempt} passed={passed} turn={diagnosis.cause.turn} />
          )}
          {attempt.result?.unjudged !== undefined && <UnjudgedAttemptCalls attempt={attempt} />}
        </ReasonsTab>
        {isFailedConversation(attempt) && <DecisiveTurnFinder runId={runId} attempt={attempt} onTurn={onTurn} />}
      </>
    ),
  },
  raw: { title: 'Raw', content: ({ attempt }) => <RawTab attempt={attempt} /> },
  simulator: {
    title: 'Simulator',
    isShown: ({ announced, attempt }) =>
      announced.simulator !== undefined || attempt.turns.some(({ origin }) => origin === 'simulator'),
    content: (props) => <SimulatorTab {...props} />,
  },
  history: { title: 'History', content: (props) => <HistoryTab {...props} /> },
};

/** Returns true for a failed conversation of several turns, if the agent answered in at least one of them. */
function isFailedConversation({ result, turns }: AttemptState): boolean {
  if (result === undefined || result.status === 'passed' || result.status === 'skipped') return false;
  return turns.length > 1 && turns.some(({ response }) => response !== undefined);
}

export function Inspector(props: Props) {
  const { announced, attempt, tab, onTab, end } = props;
  const { firstTab, ...kind } = caseKindViews[announced.kind];
  const tabs = kind.tabs.filter((name) => tabViews[name].isShown?.(props) ?? true);
  const value = [tab, firstTab].find((name) => name !== null && tabs.includes(name)) ?? 'why';
  const tabItems = tabs.map((name) => {
    const { title, count, content } = tabViews[name];
    const itemCount = count?.(attempt) ?? 0;
    return { name, title, ...(itemCount === 0 ? {} : { count: itemCount }), content: name === value && content(props) };
  });
  return <Tabs label="Inspector" value={value} onValueChange={onTab} tabs={tabItems} end={end} />;
}
