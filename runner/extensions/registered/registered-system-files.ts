import { oxyFiles } from '../oxy/files.ts';
import type { OtherSystemFiles } from '../system-files.ts';
import { yaoFiles } from '../yao/files.ts';

/** The agent systems whose files are recognized. The code that reads these files is in `systems.ts`. */
export const systemFiles: readonly OtherSystemFiles[] = [yaoFiles, oxyFiles];
