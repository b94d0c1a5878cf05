import type { AttemptState, CaseRow } from '@/runner/fold';

export type BodyProps = {
  announced: CaseRow;
  attempt: AttemptState;
  /** Texts are shown as they came. */
  raw: boolean;
  turn: number | null;
  onTurn: (turn: number | null) => void;
  /** The part of the attempt that is looked at closely, in terms of its kind; a part of the address. */
  pick: string | null;
  onPick: (pick: string | null) => void;
  /** The person has begun to look around. */
  onTouch: () => void;
};

/** What a tab beside the conversation is given. */
export type TabProps = Omit<BodyProps, 'raw' | 'onTurn' | 'onTouch'> & { onTurn: (turn: number) => void };
