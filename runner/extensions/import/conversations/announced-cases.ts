import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AnnouncedCase } from '../../../contract/index.ts';
import { MAX_CASES_PER_ANNOUNCEMENT } from '../../../engine/execute-run.ts';
import { type ByteRange, createAppendedTextFile } from './appended-text-file.ts';

/**
 * The cases that a run announces before its first attempt. They are stored on disk, because there may be too many for
 * the memory.
 */
export type AnnouncedCasesOnDisk = {
  addCase(announced: AnnouncedCase): void;
  count(): number;
  /** Yields the announced cases in groups that are small enough for one event each. */
  caseGroups(): Generator<AnnouncedCase[]>;
  deleteFiles(): void;
};

export function createAnnouncedCases(): AnnouncedCasesOnDisk {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-cases-'));
  const texts = createAppendedTextFile(path.join(folder, 'texts'));
  const groupRanges: ByteRange[] = [];
  let group: AnnouncedCase[] = [];
  let count = 0;
  return {
    addCase(announced) {
      count += 1;
      group.push(announced);
      if (group.length < MAX_CASES_PER_ANNOUNCEMENT) return;
      groupRanges.push(texts.appendText(JSON.stringify(group)));
      group = [];
    },
    count: () => count,
    *caseGroups() {
      for (const range of groupRanges) {
        const storedGroup: AnnouncedCase[] = JSON.parse(texts.readText(range));
        yield storedGroup;
      }
      if (group.length > 0) yield group;
    },
    deleteFiles() {
      texts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
