/**
 * Parses, checks and edits the text of case files while people write them. Runs in the browser and in Node, with the
 * same results as `turntree lint`. Offsets are UTF-16 code units of the text.
 */
export { type AssertionField, assertionTypeDescriptions } from '../assertions/assertion-type-descriptions.ts';
export { conversationKeys } from '../inputs/conversation-keys.ts';
export { ruleLists } from '../inputs/inferred-rules.ts';
export { toRecordedAnswer } from '../kinds/recorded/recorded-answer.ts';
export type { JsonPath } from '../values/index.ts';
export { assembleDocument } from './assemble-document.ts';
export { buildCallRule, type CallExpectation, callExpectations } from './build-call-rule.ts';
export { buildPhraseRule, type PhraseExpectation, phraseExpectations } from './build-phrase-rule.ts';
export { createCaseSchema } from './case-schema.ts';
export { type CaseSource, parseCaseSource } from './case-source.ts';
export {
  createDocumentCheck,
  type DocumentChecker,
  type IncrementalDocumentParts,
} from './check-document.ts';
export { type CaseCompletion, findCompletionsAt } from './completions.ts';
export type { CheckedDocument, DocumentCase, DocumentProblem, QuickFix } from './document.ts';
export type { DocumentEntry, DocumentParts } from './document-entry.ts';
export { dryRunCase } from './dry-run.ts';
export type { DryRun, DryRunCheckpointResult, DryRunCheckResult } from './dry-run-result.ts';
export { type CaseEdit, editCase } from './edit-case.ts';
export {
  createAddCasesEdits,
  createDeleteCaseEdits,
  createDuplicateCaseEdits,
  createMoveCaseEdits,
  createSkipCaseEdits,
} from './edit-list.ts';
export { explainAtOffset } from './explanation.ts';
export { groupFixes } from './fix-groups.ts';
export {
  type AddedRules,
  createAcceptRuleEdits,
  createAddRulesEdits,
  omitExistingRules,
} from './inferred-edits.ts';
export { listJsonPaths, listJsonPathsInAnswer, listToolNamesInAnswer } from './list-names-in-answer.ts';
export { proposeConversationCase, type RecordedTurn } from './propose/propose-conversation.ts';
export { type GoalConversation, proposeGoalCase } from './propose/propose-goal-case.ts';
export { createAnswerFromPastedText, type RecordedAnswer, type RecordedAttempt } from './recorded-answer.ts';
export { listRefactorings } from './refactorings.ts';
export { createReferenceChecker, type ReferenceEnvironment } from './reference-checker.ts';
export {
  type CaseReference,
  createReferenceKey,
  findReferenceProblems,
  listAttachmentReferences,
  type ReferenceProblem,
} from './references.ts';
export type { AutocompleteNames } from './suggest-names.ts';
export { applyEdits, findEditBetween, shiftEdits, type TextEdit } from './text-edit.ts';
export { createUnusedIdGenerator } from './unused-ids.ts';
