import { oxyFiles } from '../oxy/files.ts';
import type { OtherSystemFiles } from '../system-files.ts';
import { yaoFiles } from '../yao/files.ts';

/**
 * For each supported agent system, the rules that recognize its files. The code that reads the files is in
 * `systems.ts`.
 */
export const systemFiles: readonly OtherSystemFiles[] = [yaoFiles, oxyFiles];
