import { formatCountWithNoun, formatDecimalPercent } from '../../values/index.ts';
import type { GroupSeparation, Interval, MeanDifference } from '../../verdict/index.ts';

/** The results of a check of simulated users: how they talk, and how much they differ from people. */
export type SimulatorCheckReport = {
  simulated: ConversationCounts;
  people?: ConversationCounts;
  measures: MeasureRow[];
  /**
   * How reliably a simple classifier can tell simulated users from people by their messages; missing if one side has
   * too few cases.
   */
  separation?: GroupSeparation;
  /**
   * Messages in which a built-in user deviated from its goals, facts or rules; missing if no built-in user took part.
   */
  breaches?: { count: number; messages: number };
  /** Facts that built-in users told before the agent asked for them. */
  volunteered?: { count: number; facts: number };
};

export type ConversationCounts = { conversations: number; messages: number };

export type MeasureRow = {
  id: string;
  label: string;
  unit: 'share' | 'number';
  simulated: number;
  people?: number;
  change?: MeanDifference;
};

export function formatMeasureValue(value: number, unit: MeasureRow['unit']): string {
  return unit === 'share' ? formatDecimalPercent(value) : value.toFixed(1);
}

/** Formats a difference between two means with its interval; for shares, in percentage points. */
export function formatMeanDifference({ difference, interval }: MeanDifference, unit: MeasureRow['unit']): string {
  const scale = unit === 'share' ? 100 : 1;
  const formatScaledNumber = (value: number) => formatSigned(value * scale);
  const points = unit === 'share' ? ' points' : '';
  return `${formatScaledNumber(difference)}${points} (${formatScaledNumber(interval.low)} to ${formatScaledNumber(interval.high)})`;
}

export function describeConversationCounts({ conversations, messages }: ConversationCounts): string {
  return `${formatCountWithNoun(conversations, 'conversation')}, ${formatCountWithNoun(messages, 'message')}`;
}

/** Returns sentences about the results as a whole, the same in all formats. */
export function listSimulatorCheckNotes({ people, separation, breaches, volunteered }: SimulatorCheckReport): string[] {
  return [
    ...(breaches === undefined
      ? []
      : [
          `${breaches.count} ${breaches.count === 1 ? 'breach' : 'breaches'} of the rules of the simulator in ${formatCountWithNoun(breaches.messages, 'message')}`,
        ]),
    ...(volunteered === undefined
      ? []
      : [`${volunteered.count} of ${formatCountWithNoun(volunteered.facts, 'fact')} told before they were asked for`]),
    ...(people === undefined ? [] : [describeClassifierSeparation(separation)]),
    'The words that count as polite or as push-back come from English word lists of Turntree.',
  ];
}

function describeClassifierSeparation(separation: GroupSeparation | undefined): string {
  if (separation === undefined)
    return 'too few conversations to see whether a classifier can distinguish simulated users from people';
  const { auc, interval } = separation;
  return `a simple classifier distinguishes simulated users from people with AUC ${auc.toFixed(2)} (${formatInterval(interval)}); 0.50 is chance`;
}

function formatInterval({ low, high }: Interval): string {
  return `95%: ${low.toFixed(2)} to ${high.toFixed(2)}`;
}

function formatSigned(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
}
