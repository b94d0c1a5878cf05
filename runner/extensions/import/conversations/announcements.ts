import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AnnouncedCase } from '../../../contract/index.ts';
import { ANNOUNCED_AT_ONCE } from '../../../engine/execute-run.ts';
import { createTextFile, type TextPlace } from './text-file.ts';

/** What a run announces before its first attempt, on disk: there may be more cases than fit into memory. */
export type Announcements = {
  add(announced: AnnouncedCase): void;
  count(): number;
  /** The announced cases in groups, each small enough for one event. */
  groups(): Generator<AnnouncedCase[]>;
  close(): void;
};

export function createAnnouncements(): Announcements {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-cases-'));
  const texts = createTextFile(path.join(folder, 'texts'));
  const places: TextPlace[] = [];
  let group: AnnouncedCase[] = [];
  let count = 0;
  return {
    add(announced) {
      count += 1;
      group.push(announced);
      if (group.length < ANNOUNCED_AT_ONCE) return;
      places.push(texts.add(JSON.stringify(group)));
      group = [];
    },
    count: () => count,
    *groups() {
      for (const place of places) {
        const storedGroup: AnnouncedCase[] = JSON.parse(texts.read(place));
        yield storedGroup;
      }
      if (group.length > 0) yield group;
    },
    close() {
      texts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
