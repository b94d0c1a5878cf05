import { oxyFiles } from './compat/oxy/files.ts';
import type { SystemFiles } from './compat/system-files.ts';
import { yaoFiles } from './compat/yao/files.ts';

/** The systems whose files are known; `run/systems.ts` has what reads them. */
export const systemFiles: readonly SystemFiles[] = [yaoFiles, oxyFiles];
