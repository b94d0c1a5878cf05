import type { ComponentType } from 'react';
import { ScriptOutcome } from '@/components/conversation/script-test';
import { CheckpointsTab } from '@/components/inspector/checkpoints-tab';
import { ReasonsTab } from '@/components/inspector/reasons-tab';
import { SimulatorTab } from '@/components/inspector/simulator-tab';
import type { AttemptBodyProps, AttemptTabProps } from '@/components/runs/body-props';
import { Samples } from '@/components/samples/samples-view';
import { ScoredAnswer } from '@/components/scores/scored-output';
import { ScoresTab } from '@/components/scores/scores-tab';
import type { CaseKind } from '@/runner/contract';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { ReportConversation } from './report-conversation';
import { VerdictsTabWithDetails } from './verdicts-tab-with-details';

type AttemptDetailTab = {
  title: string;
  Content: ComponentType<AttemptTabProps>;
  isShown?: (row: CaseRow, attempt: AttemptState) => boolean;
};

const reasonsTab: AttemptDetailTab = { title: 'Why', Content: ReasonsTab };

/** Defines for each kind of case which components show its attempts in a report. */
export const attemptViewByCaseKind: Readonly<
  Record<CaseKind, { Body: ComponentType<AttemptBodyProps>; details: readonly AttemptDetailTab[] }>
> = {
  standard: { Body: ReportConversation, details: [reasonsTab] },
  dynamic: {
    Body: ReportConversation,
    details: [
      { title: 'Checkpoints', Content: CheckpointsTab },
      reasonsTab,
      { title: 'Simulator', Content: SimulatorTab, isShown: ({ simulator }) => simulator !== undefined },
    ],
  },
  script: { Body: ScriptOutcome, details: [reasonsTab] },
  consistency: { Body: Samples, details: [{ title: 'Verdicts', Content: VerdictsTabWithDetails }, reasonsTab] },
  experiment: { Body: ScoredAnswer, details: [{ title: 'Scores', Content: ScoresTab }, reasonsTab] },
};
