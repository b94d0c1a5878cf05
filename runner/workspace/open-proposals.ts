import { listCaseFilesBelow } from './case-files.ts';
import { getSharedSearchableFileReader } from './search-cases.ts';

/** The number of inferred rules that nobody has accepted yet, and the first case with such a rule. */
export type OpenProposalCount = { rules: number; first: { suiteKey: string; caseId: string } | null };

const MAX_FILES = 2000;

/** Counts the inferred rules in the case files of a workspace. Unchanged files are not read again. */
export async function countOpenProposals(
  workspace: string,
  read = getSharedSearchableFileReader(),
): Promise<OpenProposalCount> {
  const proposals: OpenProposalCount = { rules: 0, first: null };
  for (const suiteKey of listCaseFilesBelow(workspace).slice(0, MAX_FILES)) {
    const { text, cases } = read(workspace, suiteKey);
    // Tables, and case files of other systems, have no inferred rules.
    if (text === undefined ? !suiteKey.endsWith('.json') : !text.includes('"inferred"')) continue;
    for (const { id, inferred } of await cases()) {
      if (inferred === 0) continue;
      proposals.rules += inferred;
      proposals.first ??= { suiteKey, caseId: id };
    }
  }
  return proposals;
}
