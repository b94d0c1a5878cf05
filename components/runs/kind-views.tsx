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
import { metricKindWords } from '@/runner/verdict';
import type { AttemptBodyProps } from './body-props';

/** How the page of a run displays one kind of case. */
export type CaseKindView = {
  /**
   * The title of the middle pane. The next fields are its content, and whether it has texts that can be shown
   * unformatted.
   */
  title: string;
  Body: ComponentType<AttemptBodyProps>;
  hasTexts: boolean;
  /** True if the attempt waits for one thing at a time, so that a time bar can show it. */
  timed?: boolean;
  /** The tabs of the inspector in order, and the one that is open by default. */
  tabs: readonly InspectorTab[];
  firstTab: InspectorTab;
  /** The parts of an attempt that `j` and `k` step through; if missing, they step through turns. */
  picksOf?: (attempt: AttemptState) => string[];
  /** The figures beside the status in an attempt's header. */
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

/** All display differences between kinds of cases are defined here. */
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
      <span className="text-ink-faint">{metricKindWords[metric.kind]} </span>
      <span className="font-semibold">{metric.score === null ? 'none' : formatExactPercent(metric.score)}</span>
    </span>
  ));
}
