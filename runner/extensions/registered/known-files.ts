import { oxyFiles } from '../oxy/files.ts';
import type { SystemFiles } from '../system-files.ts';
import { yaoFiles } from '../yao/files.ts';

/** The systems whose files are recognized; `systems.ts` has what reads them. */
export const systemFiles: readonly SystemFiles[] = [yaoFiles, oxyFiles];
