import { oxyFiles } from '../oxy/files.ts';
import type { OtherSystemFiles } from '../system-files.ts';
import { yaoFiles } from '../yao/files.ts';

/** The systems whose files are recognized; the code that reads these files is in `systems.ts`. */
export const systemFiles: readonly OtherSystemFiles[] = [yaoFiles, oxyFiles];
