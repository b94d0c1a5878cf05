/**
 * Case files as text, while people write them. Runs in the browser and in Node, and reads files like `turntree lint`.
 * Offsets are UTF-16 units of the text.
 */
export { type AssertionField, assertionTypeDescriptions } from '../assertions/assertion-words.ts';
export { conversationKeys } from '../inputs/conversation-keys.ts';
export { ruleLists } from '../inputs/inferred-rules.ts';
export { toRecordedAnswer } from '../kinds/recorded/recorded-answer.ts';
export type { JsonPath } from '../values/index.ts';
export { createReferenceChecker, type ReferenceEnvironment } from './answer-reference.ts';
export { assembleDocument } from './assemble-document.ts';
export { buildCallRule, type CallExpectation, callExpectations } from './build-call-rule.ts';
export { buildPhraseRule, type PhraseExpectation, phraseExpectations } from './build-phrase-rule.ts';
export { createCaseSchema } from './case-schema.ts';
export { type CaseSource, readCaseSource } from './case-source.ts';
export {
  createDocumentCheck,
  type DocumentChecker,
  type ReadDocumentOptions,
} from './check-document.ts';
export { type CaseCompletion, completionsAt } from './completions.ts';
export type { CheckedDocument, DocumentCase, DocumentProblem, QuickFix } from './document.ts';
export type { DocumentEntry, DocumentParts } from './document-entry.ts';
export type { DryCheck, DryCheckpoint, DryRun } from './dry-result.ts';
export { dryRun } from './dry-run.ts';
export { type CaseEdit, editCase } from './edit-case.ts';
export { addCases, deleteCase, duplicateCase, moveCase, skipCase } from './edit-list.ts';
export { explainAtOffset } from './explanation.ts';
export { fixGroups } from './fix-groups.ts';
export { createUnusedIdGenerator } from './free-ids.ts';
export {
  type AddedRules,
  acceptRuleEdits,
  addRuleEdits,
  withoutExistingRules,
} from './inferred-edits.ts';
export { proposeConversationCase, type RecordedTurn } from './propose/propose-conversation.ts';
export { type GoalConversation, proposeGoalCase } from './propose/propose-goal-case.ts';
export { parsePastedAnswer, type RecordedAnswer, type RecordedAttempt } from './recorded-answer.ts';
export { listRefactorings } from './refactorings.ts';
export {
  type CaseReference,
  listAttachments,
  type ReferenceProblem,
  referenceFindings,
  referenceKey,
} from './references.ts';
export { jsonPathsInAnswer, pathsInAnswer, toolNamesInAnswer } from './seen-in-answer.ts';
export type { AutocompleteNames } from './suggest-names.ts';
export { applyEdits, editBetween, shiftEdits, type TextEdit } from './text-edit.ts';
