export { callExpectations, phraseExpectations } from '../authoring/index.ts';
export { addInferredRules, addPhraseRuleToText, addToolCallRule, saveCaseFileChange } from './add-rule.ts';
export { type AgentFinding, lintAgents } from './agent-findings.ts';
export { appendCase } from './append-case.ts';
export { bulkEditCases, type QuarantineOrTagChange } from './bulk-edit-cases.ts';
export { isWorkspaceFile, listCaseFilesBelow, resolvePathBelowWorkspace } from './case-files.ts';
export { checkCaseReferences, listReferenceableNames } from './case-references.ts';
export { checkCaseFile, type ListedCaseFile } from './check-case-file.ts';
export { createCaseFile } from './create-case-file.ts';
export { describeWorkspace, type WorkspaceAgentsAndModels } from './describe-workspace.ts';
export { listSuites, type SuiteSummary } from './list-suites.ts';
export { loadAuthoredCase } from './load-authored-case.ts';
export { listMatrixViews, type StoredMatrixView, saveMatrixView } from './matrix-views.ts';
export { countOpenProposals, type OpenProposalCount } from './open-proposals.ts';
export {
  type CallerCaseFileVersion,
  type CaseFileReadResult,
  getCaseFileSize,
  readCaseFile,
} from './read-case-file.ts';
export { createReviewQueue, listReviewQueues, readReviewQueue } from './review-queues.ts';
export { type SaveResult as SaveAnswer, saveCaseFile } from './save-case-file.ts';
export { type CaseSearchResult, type MatchingCase, searchCases } from './search-cases.ts';
export { createCaseReaders } from './state-files.ts';
