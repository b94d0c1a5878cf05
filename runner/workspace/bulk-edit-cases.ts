import {
  applyEdits,
  type CaseEdit,
  type CaseSource,
  createDocumentCheck,
  editCase,
  parseCaseSource,
  shiftEdits,
} from '../authoring/index.ts';
import type { JudgeExample } from '../contract/index.ts';
import { AppError } from '../host/errors.ts';
import { saveCaseFileChange } from './add-rule.ts';
import { buildAddExamplesEdits } from './judge-examples.ts';
import { readCaseFile } from './read-case-file.ts';

/** A mark that is set on cases: excluded from rates, or a tag. `on: false` removes the mark. */
export type QuarantineOrTagChange = { kind: 'quarantine'; on: boolean } | { kind: 'tag'; tag: string; on: boolean };

/** A request to give examples to the judge of cases. */
type ExamplesToAdd = { kind: 'examples'; examples: readonly JudgeExample[] };

type BulkEditCasesRequest = {
  workspace: string;
  suiteKey: string;
  caseIds: readonly string[];
  change: QuarantineOrTagChange | ExamplesToAdd;
};

/**
 * Marks cases in their file, or gives examples to their judge, and returns the ids of the cases that were changed. The
 * rest of the file stays unchanged, byte for byte. Throws if the file has no such case, or changes meanwhile.
 */
export async function bulkEditCases({ workspace, suiteKey, caseIds, change }: BulkEditCasesRequest): Promise<string[]> {
  const file = readCaseFile({ workspace, suiteKey });
  const { text, sha256 } = file.status === 'text' ? file : { text: '', sha256: '' };
  const document = createDocumentCheck({ file: suiteKey }).check(text);
  const changes = caseIds.map((id) => {
    const existingCase = document.cases.find((each) => each.id === id);
    // The offsets of the edits are relative to the text after the byte order mark.
    const source = existingCase && parseCaseSource(document.text, existingCase.from);
    if (source === undefined) throw new AppError('invalid_request', `${suiteKey} has no case "${id}" any more.`);
    return { id, edits: shiftEdits(editCase(source.source, buildBulkEdits(source, id, change)), source.from) };
  });
  const changed = changes.filter(({ edits }) => edits.length > 0);
  if (changed.length === 0) return [];
  const byteOrderMark = text.slice(0, text.length - document.text.length);
  const edited = applyEdits(
    document.text,
    changed.flatMap(({ edits }) => edits),
  );
  await saveCaseFileChange({ workspace, suiteKey }, { text: byteOrderMark + edited, base: sha256 });
  return changed.map(({ id }) => id);
}

function buildBulkEdits(source: CaseSource, id: string, change: BulkEditCasesRequest['change']): CaseEdit[] {
  const { at } = source;
  switch (change.kind) {
    case 'quarantine': {
      if ((at(['quarantine']) === true) === change.on) return [];
      const path = ['quarantine'];
      return [change.on ? { kind: 'set', path, value: true } : { kind: 'remove', path }];
    }
    case 'tag': {
      const tags = at(['tags']);
      const list = Array.isArray(tags) ? tags : [];
      const index = list.indexOf(change.tag);
      if (index >= 0 === change.on) return [];
      if (change.on) return [{ kind: 'insert', path: ['tags'], index: list.length, value: change.tag }];
      return [{ kind: 'remove', path: list.length === 1 ? ['tags'] : ['tags', index] }];
    }
    case 'examples':
      return buildAddExamplesEdits(source, id, change.examples);
    default:
      return change satisfies never;
  }
}
