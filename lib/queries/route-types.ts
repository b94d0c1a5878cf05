import type * as z from 'zod';
import type {
  AutocompleteNames,
  CallExpectation,
  PhraseExpectation,
  RecordedAttempt,
  ReferenceProblem,
} from '../../runner/authoring/index.ts';
import type {
  JudgeExample,
  MatrixColumnSelection,
  MatrixView,
  Review,
  reviewQueueSchema,
  TurnReview,
} from '../../runner/contract/index.ts';
import type { AttemptId, FaultHintReview } from '../../runner/fold/index.ts';
import type { LastRun, StoredDecision } from '../../runner/history/index.ts';
import type { TrendWindow } from '../../runner/history/trends/trend-window.ts';
import type { LabelledVerdict } from '../../runner/verdict/index.ts';
import type { QuarantineOrTagChange, SuiteSummary, WorkspaceAgentsAndModels } from '../../runner/workspace/index.ts';
import type { ReportFormat } from '../runs/write-report.ts';
import type { ImportedContentKind } from '../settings/index.ts';

export type SuiteParams = { suite: string };
export type CaseParams = SuiteParams & { case: string };
export type AttemptParams = CaseParams & { attempt?: number };
export type ReportParams = Partial<AttemptParams> & {
  format: ReportFormat;
  turn?: number;
  /** The parts of the report to leave out, separated by commas. */
  leaveOut?: string;
};
/** Selects a page of a run's case list. If no case is named, the most interesting one is selected. */
export type ScreenParams = Partial<CaseParams> & { q?: string; offset?: number; limit?: number };
export type TrendsSearch = {
  suite: string;
  agent: string;
  connector: string;
  simulator: string;
  window: TrendWindow;
  same: boolean;
};

/**
 * A case file of the workspace. `last` has the results of the newest complete run for each agent and connector, newest
 * first.
 */
export type CaseFileItem = SuiteSummary & { last: LastRun[] };

export type CaseFiles = { folder: string; files: CaseFileItem[] };

export type CaseAnswers = {
  /** The recorded attempts, newest first. */
  answers: RecordedAttempt[];
  /** The number of attempts that are missing, because they are too large to be evaluated in the browser. */
  leftOut: number;
};

/** The problem of each reference in the order of the request; null if a reference has none. */
export type ReferenceCheckResponse = { problems: (ReferenceProblem | null)[] };

/**
 * The names for autocompletion in a case: those that exist in the workspace, and those that occurred in the suite's
 * last runs.
 */
export type AutocompleteNamesResponse = AutocompleteNames;

export type SaveCaseRequest = AttemptId & {
  runId: string;
  upTo: number;
  target: string;
  id: string;
  name?: string;
  contains?: string;
  goesOn?: true;
};

/** A rule about the calls of a tool, which is added to a case in a file. */
export type CallRule = { suiteKey: string; caseId: string; tool: string; wish: CallExpectation };

/**
 * The reviews of a run, its turns and its hints; judges' verdicts paired with reviews (`labelled`); and the default
 * name of the reviewer (`you`).
 */
export type RunReviews = {
  reviews: Review[];
  turnReviews: TurnReview[];
  hintWords: FaultHintReview[];
  labelled: LabelledVerdict[];
  you: string;
};

/** A review of a hint. A null `word` removes the reviewer's earlier review. */
export type FaultHintReviewRequest = Omit<FaultHintReview, 'word' | 'blames'> & {
  word: FaultHintReview['word'] | null;
};

export type ReviewRequest = Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'> & {
  /** The reviewed turn; missing if the review is about the whole attempt. */
  turn?: number;
  /** The reviewer's verdict; null removes the review. `comment` is possible only for a turn. */
  verdict: TurnReview['verdict'] | null;
  /** The reviewer's note; if missing, the note of an earlier review is kept. */
  note?: string;
};

/**
 * A decision on an item of a named queue. A null label removes the decision; if the note is missing, the previous note
 * is kept.
 */
export type DecisionRequest = Omit<StoredDecision, 'label' | 'note' | 'decidedAt'> & {
  label: string | null;
  note?: string;
};

/** The settings of a new review queue; missing ones get their defaults. */
export type NewQueue = z.input<typeof reviewQueueSchema>;

/** A change to several cases of a file, such as adding a tag. */
export type BulkEditRequest = {
  suiteKey: string;
  caseIds: string[];
  mark: QuarantineOrTagChange | { kind: 'examples'; examples: JudgeExample[] };
};

/** The search parameters that determine the columns of a matrix; `runs` are ids separated by commas. */
export type MatrixSearch = { suite: string; agent: string; by: MatrixColumnSelection; runs: string };

export type MatrixCellExplanationsRequest = { runs: string[]; cases: { suiteKey: string; caseId: string }[] };

/**
 * A request to save a view. An existing file is replaced only if it still has the hash `base`; a null `base` creates a
 * new file.
 */
export type SaveViewRequest = { name: string; view: MatrixView; base: string | null };

export type WorkspaceContents = WorkspaceAgentsAndModels & { folder: string; suites: SuiteSummary[] };

/** A rule about words in an agent's answer. If `save` is false, the rule is only tried on the last attempts. */
export type PhraseRule = { suiteKey: string; caseId: string; words: string; wish: PhraseExpectation; save: boolean };

/**
 * A request to save a case file. The file is replaced only if it still has the hash `base`; a null `base` creates a new
 * file.
 */
export type SaveCaseFileRequest = { suite: string; text: string; base: string | null };

/** A step of the import of a file, which is sent in base64-encoded chunks with their offsets. */
export type ImportStep =
  | { step: 'begin' }
  | { step: 'add'; upload: string; offset: number; data: string }
  | { step: 'end'; upload: string; what?: ImportedContentKind; name?: string };
