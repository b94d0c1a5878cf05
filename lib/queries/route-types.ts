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
  /** The names of the parts of the response to leave out, separated by commas. */
  leaveOut?: string;
};
/** The requested page of a run's case list. If no case is named, the most interesting one is selected. */
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
 * A case file of the workspace, with the results of its newest complete run for each agent and connector, newest
 * first.
 */
export type CaseFileItem = SuiteSummary & { last: LastRun[] };

export type CaseFiles = { folder: string; files: CaseFileItem[] };

export type CaseAnswers = {
  /** The recorded attempts, newest first. */
  answers: RecordedAttempt[];
  /** The number of omitted attempts, which are too large to be evaluated in the browser. */
  leftOut: number;
};

/** The problem of each reference that was sent, or null if it has none, in the order of the request. */
export type ReferenceCheckResponse = { problems: (ReferenceProblem | null)[] };

/** Names that a case of a suite may use: names in the workspace, and names that occurred in the suite's last runs. */
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

/** A rule for the calls of a tool, to be added to a case of a file. */
export type CallRule = { suiteKey: string; caseId: string; tool: string; wish: CallExpectation };

/**
 * The reviews of a run, of its turns and of its hints, judges' verdicts paired with reviews, and the default name of
 * the reviewer.
 */
export type RunReviews = {
  reviews: Review[];
  turnReviews: TurnReview[];
  hintWords: FaultHintReview[];
  labelled: LabelledVerdict[];
  you: string;
};

/** A person's review of a hint; null removes it. */
export type FaultHintReviewRequest = Omit<FaultHintReview, 'word' | 'blames'> & {
  word: FaultHintReview['word'] | null;
};

export type ReviewRequest = Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'> & {
  /** The reviewed turn; missing if the whole attempt is reviewed. */
  turn?: number;
  /** The person's verdict; null removes the review. Only a turn can have a comment as its verdict. */
  verdict: TurnReview['verdict'] | null;
  /** The person's note; without it, the note of an earlier review stays. */
  note?: string;
};

/**
 * A request to save a person's decision on an item of a named queue. A null label removes the decision; without a note,
 * the previous note stays.
 */
export type DecisionRequest = Omit<StoredDecision, 'label' | 'note' | 'decidedAt'> & {
  label: string | null;
  note?: string;
};

/** A review queue to create; fields that are left out get their defaults. */
export type NewQueue = z.input<typeof reviewQueueSchema>;

/** A mark, such as a tag, to set on several cases of a file. */
export type BulkEditRequest = {
  suiteKey: string;
  caseIds: string[];
  mark: QuarantineOrTagChange | { kind: 'examples'; examples: JudgeExample[] };
};

/** The columns of a matrix; `runs` are ids separated by commas. */
export type MatrixSearch = { suite: string; agent: string; by: MatrixColumnSelection; runs: string };

export type MatrixCellExplanationsRequest = { runs: string[]; cases: { suiteKey: string; caseId: string }[] };

/** A request to save a view. The view's file is replaced only if its hash is still `base`; null creates a new file. */
export type SaveViewRequest = { name: string; view: MatrixView; base: string | null };

export type WorkspaceContents = WorkspaceAgentsAndModels & { folder: string; suites: SuiteSummary[] };

/** A rule for words in an agent's answer. Without `save`, the rule is only tested on the last attempts. */
export type PhraseRule = { suiteKey: string; caseId: string; words: string; wish: PhraseExpectation; save: boolean };

/**
 * A request to save a case file. It is saved only if the file's hash on disk is still `base`; null creates a new file.
 */
export type SaveCaseFileRequest = { suite: string; text: string; base: string | null };

/** A step of an import. The file is sent in chunks as base64, each with its offset. */
export type ImportStep =
  | { step: 'begin' }
  | { step: 'add'; upload: string; offset: number; data: string }
  | { step: 'end'; upload: string; what?: ImportedContentKind; name?: string };
