import type { CallWish, RecordedAttempt, ReferenceProblem, WordWish } from '../../runner/authoring/index.ts';
import type { Review, ReviewVerdict, TurnReview } from '../../runner/contract/index.ts';
import type { AttemptId, HintReview } from '../../runner/fold/index.ts';
import type { LastRun } from '../../runner/history/index.ts';
import type { TrendWindow } from '../../runner/history/trends/trend-window.ts';
import type { LabelledVerdict } from '../../runner/verdict/index.ts';
import type { SuiteSummary, WorkspaceParts } from '../../runner/workspace/index.ts';
import type { ReportFormat } from '../runs/write-report.ts';

export type SuiteParams = { suite: string };
export type CaseParams = SuiteParams & { case: string };
export type AttemptParams = CaseParams & { attempt?: number };
export type ReportParams = Partial<AttemptParams> & { format: ReportFormat; turn?: number };
/** A part of a run's list; without a case, the one most worth seeing is looked at. */
export type ScreenParams = Partial<CaseParams> & { q?: string; offset?: number; limit?: number };
export type TrendsSearch = { suite: string; agent: string; connector: string; window: TrendWindow; same: boolean };

/** A case file of the workspace and how the newest whole run of each of its series ended, the newest first. */
export type CaseFileItem = SuiteSummary & { last: LastRun[] };

export type CaseFiles = { folder: string; files: CaseFileItem[] };

export type CaseAnswers = {
  /** Newest first. */
  answers: RecordedAttempt[];
  /** Attempts that are too large to be played in the browser. */
  leftOut: number;
};

/** The server's answers on references, in the order of the request. */
export type ReferenceAnswers = { problems: (ReferenceProblem | null)[] };

/** Names that a case of a suite may use: those of the workspace, and what occurred in the suite's last runs. */
export type KnownNames = { agents: string[]; connectors: string[]; tools: string[]; paths: string[] };

export type SavedCase = AttemptId & {
  runId: string;
  upTo: number;
  target: string;
  id: string;
  name?: string;
  contains?: string;
  goesOn?: true;
};

/** What a person wants of the calls of a tool, in a case of a file. */
export type CallRule = { suiteKey: string; caseId: string; tool: string; wish: CallWish };

/** The reviews of a run, words on its hints, what they say of its judges, and the default name of the reviewer. */
export type RunReviews = {
  reviews: Review[];
  turnReviews: TurnReview[];
  hintWords: HintReview[];
  labelled: LabelledVerdict[];
  you: string;
};

/** A person's word on a hint; null takes it back. */
export type SentHintWord = Omit<HintReview, 'word' | 'blames'> & { word: HintReview['word'] | null };

export type SentReview = Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'> & {
  /** Of one turn alone. */
  turn?: number;
  /** Null takes the review back. */
  verdict: ReviewVerdict | null;
  /** Unless there is one, the former note stays. */
  note?: string;
};

export type WorkspaceContents = WorkspaceParts & { folder: string; suites: SuiteSummary[] };

/** What a person wants of words that an agent said; without `save`, it is only tried on the last attempts. */
export type WordRule = { suiteKey: string; caseId: string; words: string; wish: WordWish; save: boolean };

/** Saved if the file is still what `base` says; null makes a new one. */
export type SavedCaseFile = { suite: string; text: string; base: string | null };

/** A file of runs is sent in pieces, at an offset each, as base64. */
export type ImportStep =
  | { step: 'begin' }
  | { step: 'add'; upload: string; offset: number; data: string }
  | { step: 'end'; upload: string };
