import { existsSync } from 'node:fs';
import { database } from '../../runner/history/db/index.ts';
import { type HistoryFigures, readHistoryFigures } from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { toErrorMessage } from '../../runner/values/index.ts';
import { findConfigFile } from '../../runner/workspace/config-file.ts';

/** The paths that Turntree uses, and the size of its history database. */
export type Settings = { workspace: string; config: { file?: string; problem?: string }; history: HistoryFigures };

export function describeSettings(): Settings {
  const { workspace } = readEnvironment();
  return { workspace, config: describeConfig(workspace), history: readHistoryFigures(database()) };
}

function describeConfig(workspace: string): Settings['config'] {
  try {
    const file = findConfigFile(workspace);
    return existsSync(/* turbopackIgnore: true */ file) ? { file } : {};
  } catch (error) {
    return { problem: toErrorMessage(error) };
  }
}
