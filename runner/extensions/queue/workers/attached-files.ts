import path from 'node:path';
import { listAttachments } from '../../../authoring/index.ts';
import type { PlannedCase } from '../../../contract/index.ts';

/** The files that messages of cases name as their attachments. */
export function attachedFiles(cases: readonly PlannedCase[]): Set<string> {
  const files = new Set<string>();
  for (const { baseDir, case: testCase } of cases) {
    const input = 'input' in testCase ? testCase.input : undefined;
    const turns = 'turns' in testCase ? testCase.turns : undefined;
    for (const { reference } of listAttachments({ input, turns })) files.add(path.resolve(baseDir, reference.name));
  }
  return files;
}
