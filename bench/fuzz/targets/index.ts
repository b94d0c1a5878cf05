import { editTargets } from './edits.ts';
import { fileTargets } from './files.ts';
import { logTargets } from './logs.ts';
import { protocolTargets } from './protocols.ts';
import { requestTargets } from './requests.ts';
import { ruleTargets } from './rules.ts';
import type { Target } from './target.ts';

export const targets: readonly Target[] = [
  ...fileTargets,
  ...ruleTargets,
  ...protocolTargets,
  ...logTargets,
  ...editTargets,
  ...requestTargets,
];
