import type { AttemptState, CaseStanding, RunState } from '../../runner/fold/index.ts';
import type {
  AttemptsOfCase,
  CaseOutcome,
  CaseTrend,
  Explanation,
  FailureGroups,
  ForkOfRun,
  FoundInAttempt,
  HistoryPoint,
  ModelExchange,
  ReviewSample,
  RunQueue,
  RunSpending,
  RunsPage,
  SearchAnswer,
  StoredComparison,
  Trends,
  TriedOnAnswers,
  TurnSpending,
  WhatChanges,
} from '../../runner/history/index.ts';
import type { CheckpointMap } from '../../runner/verdict/index.ts';
import type {
  AgentFinding,
  CaseFileAnswer,
  CaseSearch,
  ListedCaseFile,
  SaveAnswer,
} from '../../runner/workspace/index.ts';
import type { GenerationAnswer } from '../runs/generate-cases.ts';
import type { StartRunAnswer } from '../runs/start-run-request.ts';
import type { TalkAnswer } from '../runs/talk-request.ts';
import type { RetentionPreview, RunnerAnswer, Settings } from '../settings/index.ts';
import type {
  CallRule,
  CaseAnswers,
  CaseFiles,
  KnownNames,
  ReferenceAnswers,
  RunReviews,
  WorkspaceContents,
} from './route-types.ts';

/**
 * The JSON that each route answers with. The route checks what it sends against this table with `satisfies`, and the
 * query reads the same entry, so neither can change alone.
 */
export type Answers = {
  'GET /api/case-history': { points: HistoryPoint[] };
  'GET /api/cases': CaseFiles;
  'POST /api/cases': { id: string; target: string };
  'GET /api/cases/agents': { findings: AgentFinding[] };
  'GET /api/cases/answers': CaseAnswers;
  'POST /api/cases/changes': WhatChanges;
  'GET /api/cases/file': CaseFileAnswer;
  'POST /api/cases/file': SaveAnswer;
  'POST /api/cases/generate': GenerationAnswer;
  'GET /api/cases/listed': ListedCaseFile;
  'GET /api/cases/outcomes': { outcomes: CaseOutcome[] };
  'POST /api/cases/references': ReferenceAnswers;
  'POST /api/cases/rules': CallRule;
  'GET /api/cases/search': CaseSearch;
  'GET /api/cases/seen': KnownNames;
  'POST /api/cases/words': TriedOnAnswers;
  'GET /api/compare': StoredComparison;
  'POST /api/history/import': RunnerAnswer | { upload: string };
  'POST /api/history/reset': { kept: string };
  'POST /api/history/retention': RetentionPreview;
  'POST /api/history/task': RunnerAnswer;
  'GET /api/runs': RunsPage;
  'POST /api/runs': StartRunAnswer;
  'POST /api/runs/delete': { count: number };
  'POST /api/runs/restore': { count: number };
  'GET /api/runs/[runId]': RunState;
  'POST /api/runs/[runId]/again': StartRunAnswer;
  'GET /api/runs/[runId]/attempt': AttemptState;
  'GET /api/runs/[runId]/attempt/body': { text: string };
  'GET /api/runs/[runId]/attempt/call': ModelExchange;
  'GET /api/runs/[runId]/attempt/find': FoundInAttempt;
  'POST /api/runs/[runId]/baseline': { pinned: boolean };
  'POST /api/runs/[runId]/cancel': { answer: 'signalled' | 'not_running' };
  'GET /api/runs/[runId]/case': { found: AttemptsOfCase | null };
  'GET /api/runs/[runId]/diagnosis': { explanation: Explanation | null };
  'GET /api/runs/[runId]/failures': FailureGroups;
  'GET /api/runs/[runId]/failures/map': { maps: CheckpointMap[] };
  'GET /api/runs/[runId]/forks': { forks: ForkOfRun[] };
  'POST /api/runs/[runId]/forks': StartRunAnswer;
  'POST /api/runs/[runId]/hints': RunReviews;
  'POST /api/runs/[runId]/label': { label: string };
  'GET /api/runs/[runId]/reviews': RunReviews;
  'POST /api/runs/[runId]/reviews': RunReviews;
  'GET /api/runs/[runId]/reviews/sample': ReviewSample;
  'GET /api/runs/[runId]/spending': RunSpending;
  'GET /api/runs/[runId]/spending/turns': { turns: TurnSpending[] };
  'GET /api/runs/[runId]/standings': { standings: Record<string, CaseStanding> };
  'GET /api/runs/[runId]/workers': { queue: RunQueue | null };
  'GET /api/settings': Settings;
  'GET /api/search': SearchAnswer;
  'GET /api/trends': Trends;
  'GET /api/trends/case': CaseTrend;
  'POST /api/try': TalkAnswer;
  'GET /api/workspace': WorkspaceContents;
};
