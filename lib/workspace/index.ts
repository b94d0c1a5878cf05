export { answerReferences } from './answer-references.ts';
export { appendCase } from './append-case.ts';
export { checkCaseFile, type ListedCaseFile } from './check-case-file.ts';
export { createCaseFile } from './create-case-file.ts';
export { describeWorkspace } from './describe-workspace.ts';
export { listSuites } from './list-suites.ts';
export { type CaseFileAnswer, caseFileSize, readCaseFile } from './read-case-file.ts';
export { type SaveAnswer, saveCaseFile } from './save-case-file.ts';
export { type CaseSearch, type FoundCase, searchCases } from './search-cases.ts';
