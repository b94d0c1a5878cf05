import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { Conversation } from '@/components/conversation/conversation';
import type { InspectorTab } from '@/components/inspector/inspector-tabs';
import { listVerdictUrlKeys } from '@/components/samples/verdict-model';
import { AttemptScores } from '@/components/scores/score-figures';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { CaseKind } from '@/runner/contract';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { formatExactPercent } from '@/runner/format';
import { metricTitleByKind } from '@/runner/verdict';
import type { AttemptBodyProps } from './body-props';

/** How the page of a run displays cases of one kind. */
export type CaseKindView = {
  /**
   * The title of the middle pane. `Body` is the pane's content; `hasTexts` is true if it contains texts that can also
   * be shown unformatted.
   */
  title: string;
  Body: ComponentType<AttemptBodyProps>;
  hasTexts: boolean;
  /**
   * True if the attempt waits for only one thing at a time, so that a time bar can show the waits one after another.
   */
  timed?: boolean;
  /** The tabs of the inspector in display order, and the one that is selected at first. */
  tabs: readonly InspectorTab[];
  firstTab: InspectorTab;
  /**
   * Returns the parts of an attempt through which the keys `j` and `k` step; if missing, they step through its turns.
   */
  picksOf?: (attempt: AttemptState) => string[];
  /** Shows figures next to the status in the header of an attempt. */
  Figures?: ComponentType<{ announced: CaseRow; attempt: AttemptState }>;
};

const ScriptTestResult = lazyComponent(
  dynamic<AttemptBodyProps>(() =>
    loadExport(() => import('@/components/conversation/script-test'), 'ScriptTestResult'),
  ),
);
const SamplesView = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/samples/samples-view'), 'SamplesView')),
);
const ScoredOutput = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/scores/scored-output'), 'ScoredOutput')),
);

const conversationView = {
  title: 'Conversation',
  Body: Conversation,
  hasTexts: true,
  timed: true,
  tabs: ['checkpoints', 'why', 'raw', 'simulator', 'history'],
} satisfies Partial<CaseKindView>;

/** Defines how cases of each kind are displayed; all differences between the kinds are here. */
export const caseKindViews: Readonly<Record<CaseKind, CaseKindView>> = {
  standard: { ...conversationView, firstTab: 'why' },
  dynamic: { ...conversationView, firstTab: 'checkpoints' },
  script: { title: 'Test', Body: ScriptTestResult, hasTexts: false, tabs: ['why', 'raw', 'history'], firstTab: 'why' },
  consistency: {
    title: 'Answers',
    Body: SamplesView,
    hasTexts: true,
    tabs: ['verdicts', 'why', 'history', 'raw'],
    firstTab: 'verdicts',
    picksOf: listVerdictUrlKeys,
    Figures: ConsistencyMetrics,
  },
  experiment: {
    title: 'Output',
    Body: ScoredOutput,
    hasTexts: true,
    timed: true,
    tabs: ['scores', 'why', 'history', 'raw'],
    firstTab: 'scores',
    Figures: AttemptScores,
  },
};

/** Shows the measurements of an attempt, in the order of its metrics. */
function ConsistencyMetrics({ attempt: { result } }: { attempt: AttemptState }) {
  return result?.metrics?.map((metric, position) => (
    <span key={position} className="tabular-nums">
      <span className="text-ink-faint">{metricTitleByKind[metric.kind]} </span>
      <span className="font-semibold">{metric.score === null ? 'none' : formatExactPercent(metric.score)}</span>
    </span>
  ));
}
