import type { AttemptState, CaseRow } from '@/runner/fold';

export type AttemptBodyProps = {
  announced: CaseRow;
  attempt: AttemptState;
  /** True if texts are shown unformatted. */
  raw: boolean;
  turn: number | null;
  onTurn: (turn: number | null) => void;
  /**
   * The selected part of the attempt, such as one verdict; it is stored in the URL. The kind of case determines which
   * parts exist.
   */
  pick: string | null;
  onPick: (pick: string | null) => void;
  /** Called when the user begins to scroll or click in the pane. */
  onTouch: () => void;
};

/** The props of a tab beside the conversation. */
export type AttemptTabProps = Omit<AttemptBodyProps, 'raw' | 'onTurn' | 'onTouch'> & { onTurn: (turn: number) => void };
