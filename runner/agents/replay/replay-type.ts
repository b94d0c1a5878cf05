import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntryOf } from '../../contract/index.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { AgentType } from '../agent-type.ts';
import { createReplayAgent } from './replay-agent.ts';

export const replayType: AgentType<AgentEntryOf<'replay'>> = {
  takesConnector: false,
  open: async ({ id, entry }, { root }) => createReplayAgent({ id, entry, root }),
  check: ({ id, entry }, { root }) => void createReplayAgent({ id, entry, root }),
  address: ({ file }, root) => ({ path: toRelativePath(root, path.resolve(root, file)) }),
  readDefinition: ({ file }, { root }) => ({ settings: readFileSync(path.resolve(root, file), 'utf8') }),
  filesAffectingAnswers: () => Promise.resolve(undefined),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: () => undefined,
  notForkable: () => 'answers from recorded conversations, always the same',
};
