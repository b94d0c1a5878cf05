import type { TestCase, WorkspaceConfig } from '../../contract/index.ts';
import { warnOfDefaultTags } from '../../engine/select-cases.ts';
import { locateConfigKey } from '../../workspace/config-location.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { LintFinding } from './lint-finding.ts';

type ConfigToLint = { config: Pick<WorkspaceConfig, 'defaults'>; file: string; cwd: string };

/** Warns about a `tag` in the config's `defaults` that leaves out cases. `cases` are all cases of the workspace. */
export function warnOfExcludedCases({ config, file, cwd }: ConfigToLint, cases: readonly TestCase[]): LintFinding[] {
  const tags = [config.defaults.tag].flat().filter((tag) => typeof tag === 'string');
  return warnOfDefaultTags(tags, cases).map((message) => {
    const position = locateConfigKey(file, ['defaults', 'tag']);
    return { severity: 'warning', file: formatDisplayPath(file, cwd), ...position, message };
  });
}
