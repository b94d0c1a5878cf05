import path from 'node:path';
import { readBounded, recordingByteLimit } from '../../host/bounded-file.ts';
import { computeCaseHash } from '../../inputs/case-hash.ts';
import { parseCases } from '../../inputs/parse-cases.ts';
import type { ImportedCase, ImportSource, SkippedPart } from './readers/import-source.ts';
import { createUniqueIds } from './readers/import-source.ts';
import { createReferencedFileReader } from './referenced-file-reader.ts';

export type SuiteReader = (source: ImportSource) => void;
export type ImportedSuiteContent = {
  lines: string[];
  cases: number;
  checks: number;
  skippedParts: SkippedPart[];
  notes: Map<string, number>;
};

type SuiteImportRequest = Pick<ImportSource, 'roleAgents' | 'script'> & {
  files: readonly string[];
  cwd: string;
  read: SuiteReader;
};

/**
 * Converts the cases in files of other tools to the lines of a suite. A converted case that Turntree would reject is
 * reported instead.
 */
export function importSuite({ files, cwd, read, roleAgents, script }: SuiteImportRequest): ImportedSuiteContent {
  const suite: ImportedSuiteContent = { lines: [], cases: 0, checks: 0, skippedParts: [], notes: new Map() };
  const freeId = createUniqueIds();
  for (const file of files) {
    const text = readBounded(path.resolve(cwd, file), { most: recordingByteLimit, name: file });
    const unloadableParts: SkippedPart[] = [];
    const addImportedCase = (imported: ImportedCase): void => {
      const why = tryAddCase(suite, { ...imported, written: withUniqueId(imported, freeId) });
      if (why !== undefined) unloadableParts.push(why);
    };
    const { skippedParts, notes } = suite;
    read({
      text,
      file,
      roleAgents,
      script,
      beside: createReferencedFileReader({ file, cwd }),
      suite: { addCase: addImportedCase, skippedParts, notes },
    });
    for (const notCarriedCount of unloadableParts) skippedParts.push(notCarriedCount);
  }
  return suite;
}

function withUniqueId({ written }: ImportedCase, freeId: (id: string) => string): ImportedCase['written'] {
  return { ...written, id: freeId(String(written.id)) };
}

/** Adds a case to the suite. If that is impossible, returns the reason. */
function tryAddCase(
  suite: ImportedSuiteContent,
  { file, line, checks, written }: ImportedCase,
): SkippedPart | undefined {
  const text = JSON.stringify(written);
  const { problems } = parseCases({ text, file, hashOf: computeCaseHash });
  if (problems.length === 0) {
    suite.lines.push(`${text}\n`);
    suite.cases += 1;
    suite.checks += checks;
    return undefined;
  }
  const reason = problems.map(({ message }) => message).join('; ');
  return { file, line, what: `the case "${String(written.id)}"`, why: reason, checks };
}
