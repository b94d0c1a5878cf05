import type { CaseReference } from '../../runner/authoring/index.ts';
import type { AttemptState, CaseHealth, RunState } from '../../runner/fold/index.ts';
import type {
  AttemptExplanation,
  AttemptsOfCase,
  AttemptTextMatches,
  CaseOutcome,
  CaseTrend,
  CellExplanation,
  FailureGroups,
  ForkOfRun,
  HistoryPoint,
  HitFilter,
  ModelExchange,
  ReviewSample,
  RuleTrialCounts,
  RunMatrix,
  RunQueue,
  RunSpending,
  RunsPage,
  SearchResults,
  StoredComparison,
  Trends,
  TurnSpending,
  VerdictChanges,
} from '../../runner/history/index.ts';
import type { CheckpointFlowGraph } from '../../runner/verdict/index.ts';
import type {
  AgentFinding,
  CaseFileReadResult,
  CaseSearchResult,
  ListedCaseFile,
  SaveAnswer,
  StoredMatrixView,
} from '../../runner/workspace/index.ts';
import type { LoadedReviewQueue, QueueResults, QueueSummary } from '../reviews/index.ts';
import type { BisectionOfAttempt } from '../runs/bisect-run.ts';
import type { GenerateCasesRequest, GenerateCasesResponse } from '../runs/generate-cases.ts';
import type { ProposalsAnswer } from '../runs/propose-rules.ts';
import type { OverviewAnswer } from '../runs/read-overview.ts';
import type {
  BisectRequest,
  ForkRequest,
  RerunSelection,
  StartRunAnswer,
  StartRunRequest,
} from '../runs/start-run-request.ts';
import type { ConversationRequest, ConversationResponse } from '../runs/talk-request.ts';
import type { RetentionPreview, RetentionRequest, RunnerCommandResult, Settings } from '../settings/index.ts';
import type { RunScreen } from '../view/run-screen.ts';
import type {
  AttemptParams,
  AutocompleteNamesResponse,
  BulkEditRequest,
  CallRule,
  CaseAnswers,
  CaseFiles,
  CaseParams,
  DecisionRequest,
  FaultHintReviewRequest,
  ImportStep,
  MatrixCellExplanationsRequest,
  MatrixSearch,
  NewQueue,
  PhraseRule,
  ReferenceCheckResponse,
  ReportParams,
  ReviewRequest,
  RunReviews,
  SaveCaseFileRequest,
  SaveCaseRequest,
  SaveViewRequest,
  ScreenParams,
  SuiteParams,
  TrendsSearch,
  WorkspaceContents,
} from './route-types.ts';

/**
 * The types of each route: its parameters and its JSON response (`never` if it has none). Pages are checked against
 * this table by `lib/queries/fetch-json.ts`, and routes by `lib/http/route.ts`, so the two cannot disagree.
 */
type Routes = {
  'GET /api/case-history': { search: CaseParams & { like?: string }; answer: { points: HistoryPoint[] } };
  'GET /api/cases': { answer: CaseFiles };
  'POST /api/cases': { body: SaveCaseRequest; answer: { id: string; target: string } };
  'GET /api/cases/agents': { search: SuiteParams; answer: { findings: AgentFinding[] } };
  'GET /api/cases/answers': { search: CaseParams; answer: CaseAnswers };
  'POST /api/cases/changes': { body: { suiteKey: string; text: string; all: boolean }; answer: VerdictChanges };
  'GET /api/cases/file': { search: SuiteParams & { sha256?: string; modifiedAt?: number }; answer: CaseFileReadResult };
  'POST /api/cases/file': { body: SaveCaseFileRequest; answer: SaveAnswer };
  'POST /api/cases/generate': { body: GenerateCasesRequest; answer: GenerateCasesResponse };
  'GET /api/cases/check': { search: SuiteParams; answer: ListedCaseFile };
  'GET /api/cases/outcomes': { search: SuiteParams; answer: { outcomes: CaseOutcome[] } };
  'GET /api/cases/proposals': { search: CaseParams; answer: ProposalsAnswer };
  'POST /api/cases/references': {
    body: { suiteKey: string; references: CaseReference[] };
    answer: ReferenceCheckResponse;
  };
  'POST /api/cases/rules': { body: CallRule; answer: CallRule };
  'GET /api/cases/search': { search: { q: string }; answer: CaseSearchResult };
  'GET /api/cases/autocomplete-names': { search: SuiteParams; answer: AutocompleteNamesResponse };
  'POST /api/cases/phrase-rules': { body: PhraseRule; answer: RuleTrialCounts };
  'POST /api/cases/bulk-edits': { body: BulkEditRequest; answer: { caseIds: string[] } };
  'GET /api/compare': { search: { base: string; head: string; all?: boolean }; answer: StoredComparison };
  'GET /api/compare/matrix': { search: MatrixSearch; answer: RunMatrix };
  'POST /api/compare/matrix': { body: MatrixCellExplanationsRequest; answer: { words: (CellExplanation | null)[][] } };
  'GET /api/history/export': { answer: never };
  'POST /api/history/import': { body: ImportStep; answer: RunnerCommandResult | { upload: string } };
  'POST /api/history/reset': { answer: { kept: string } };
  'POST /api/history/retention': { body: RetentionRequest; answer: RetentionPreview };
  'POST /api/history/task': { body: { task: 'check' | 'clean' }; answer: RunnerCommandResult };
  'GET /api/overview': { answer: OverviewAnswer };
  'GET /api/reviews': { answer: { queues: QueueSummary[]; you: string } };
  'POST /api/reviews': { body: { name: string; queue: NewQueue }; answer: { file: string } };
  'GET /api/reviews/queue': { search: { name: string }; answer: LoadedReviewQueue };
  'POST /api/reviews/queue': { body: DecisionRequest; answer: { status: 'saved' } };
  'GET /api/reviews/results': { search: { name: string }; answer: QueueResults };
  'GET /api/runs': { search: { q?: string; limit?: number }; answer: RunsPage };
  'POST /api/runs': { body: StartRunRequest; answer: StartRunAnswer };
  'GET /api/runs/[runId]': { answer: RunState };
  'POST /api/runs/[runId]/again': { body: RerunSelection; answer: StartRunAnswer };
  'GET /api/runs/[runId]/attempt': { search: AttemptParams & { bodies?: 'whole' | 'light' }; answer: AttemptState };
  'GET /api/runs/[runId]/attempt/body': { search: AttemptParams & { at: string }; answer: { text: string } };
  'GET /api/runs/[runId]/attempt/call': { search: AttemptParams & { seq: number }; answer: ModelExchange };
  'GET /api/runs/[runId]/attempt/find': { search: AttemptParams & { text: string }; answer: AttemptTextMatches };
  'POST /api/runs/[runId]/baseline': { body: { pinned: boolean }; answer: { pinned: boolean } };
  'GET /api/runs/[runId]/bisections': { search: AttemptParams; answer: { bisection: BisectionOfAttempt | null } };
  'POST /api/runs/[runId]/bisections': { body: BisectRequest; answer: StartRunAnswer };
  'POST /api/runs/[runId]/cancel': { answer: { answer: 'signalled' | 'not_running' } };
  'GET /api/runs/[runId]/case': { search: CaseParams; answer: { found: AttemptsOfCase | null } };
  'GET /api/runs/[runId]/cases': { search: ScreenParams; answer: RunScreen };
  'GET /api/runs/[runId]/diagnosis': { search: AttemptParams; answer: { explanation: AttemptExplanation | null } };
  'GET /api/runs/[runId]/events': { search: { after?: number }; answer: never };
  'GET /api/runs/[runId]/failures': { answer: FailureGroups };
  'GET /api/runs/[runId]/failures/map': { answer: { maps: CheckpointFlowGraph[] } };
  'GET /api/runs/[runId]/forks': { answer: { forks: ForkOfRun[] } };
  'POST /api/runs/[runId]/forks': { body: ForkRequest; answer: StartRunAnswer };
  'POST /api/runs/[runId]/hints': { body: FaultHintReviewRequest; answer: RunReviews };
  'POST /api/runs/[runId]/label': { body: { label: string }; answer: { label: string } };
  'GET /api/runs/[runId]/report': { search: ReportParams; answer: never };
  'GET /api/runs/[runId]/reviews': { search: { format?: 'json' | 'csv' }; answer: RunReviews };
  'POST /api/runs/[runId]/reviews': { body: ReviewRequest; answer: RunReviews };
  'GET /api/runs/[runId]/reviews/sample': {
    search: { reviewer: string; part?: number; cases?: string };
    answer: ReviewSample;
  };
  'GET /api/runs/[runId]/spending': { answer: RunSpending };
  'GET /api/runs/[runId]/spending/turns': { search: CaseParams; answer: { turns: TurnSpending[] } };
  'GET /api/runs/[runId]/case-health': { answer: { healthByCase: Record<string, CaseHealth> } };
  'GET /api/runs/[runId]/workers': { answer: { queue: RunQueue | null } };
  'POST /api/runs/delete': { body: { runIds: string[] }; answer: { count: number } };
  'POST /api/runs/example': { body: Record<string, never>; answer: StartRunAnswer };
  'POST /api/runs/restore': { body: { runIds: string[] }; answer: { count: number } };
  'GET /api/search': { search: { q: string; run?: string; before?: number } & HitFilter; answer: SearchResults };
  'GET /api/settings': { answer: Settings };
  'GET /api/trends': { search: Partial<TrendsSearch>; answer: Trends };
  'GET /api/trends/case': { search: CaseParams & { connector?: string }; answer: CaseTrend };
  'POST /api/try': { body: ConversationRequest; answer: ConversationResponse };
  'GET /api/views': { answer: { views: StoredMatrixView[] } };
  'POST /api/views': { body: SaveViewRequest; answer: { sha256: string } };
  'GET /api/workspace': { answer: WorkspaceContents };
};

export type RouteName = keyof Routes;
export type RouteAnswers = { [Name in RouteName]: Routes[Name]['answer'] };
export type PathValues = { [Name in RouteName]: PathParameter<Name> };
export type SearchValues = { [Name in RouteName]: Routes[Name] extends { search: infer Search } ? Search : NoValues };
export type RouteBodies = { [Name in RouteName]: Routes[Name] extends { body: infer Body } ? Body : NoValues };

/** The values that the URL of a route contains: its path parameters and its search parameters. */
export type RouteUrlValues = { [Name in RouteName]: NonEmptyParams<PathValues[Name], SearchValues[Name]> };

type NoValues = Record<string, never>;
type PathParameter<Text extends string> = Text extends `${string}[${infer Key}]${infer Rest}`
  ? NonEmptyParams<Record<Key, string>, PathParameter<Rest>>
  : NoValues;
/** Combines both types. Leaves out `NoValues`, because it would forbid the keys of the other type. */
type NonEmptyParams<One, Other> = string extends keyof One ? Other : string extends keyof Other ? One : One & Other;
