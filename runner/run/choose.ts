import path from 'node:path';
import type { AgentsHandle } from '../agents/create-agents.ts';
import type { Suite } from '../contract/index.ts';
import type { SuiteCases } from '../engine/plan-run.ts';
import type { LoadedSuite } from './load.ts';
import type { LocatedRun } from './locate.ts';
import { UsageError } from './usage-error.ts';

type Known = { located: LocatedRun; agents: AgentsHandle };

/** Gives every suite its agent: the one that `--name` says, else the one that it names itself or whose folder it lies in. Throws naming all that have none. */
export function chooseAgents(loaded: readonly LoadedSuite[], { located, agents }: Known): SuiteCases[] {
  const { options, root, systems } = located;
  const lost: LoadedSuite[] = [];
  const suites = loaded.flatMap((suite): SuiteCases[] => {
    const { scorer } = suite;
    if (options.name === undefined && scorer !== undefined) {
      return [{ suite: { key: suite.key, agentId: scorer }, cases: suite.cases, baseDir: suite.folder }];
    }
    const id = options.name ?? suite.agentId ?? systems.folders.above(path.join(suite.folder, 'case'), root)?.id;
    if (id !== undefined) {
      return [{ suite: suiteOf(suite.key, id, { options, agents }), cases: suite.cases, baseDir: suite.folder }];
    }
    if (suite.script !== undefined) {
      return [{ suite: { key: suite.key, agentId: suite.script }, cases: suite.cases, baseDir: suite.folder }];
    }
    lost.push(suite);
    return [];
  });
  if (lost.length > 0) throw noAgent(lost, { located, agents });
  return suites;
}

function suiteOf(
  key: string,
  id: string,
  { options, agents }: Pick<Known, 'agents'> & Pick<LocatedRun, 'options'>,
): Suite {
  const agent = agents.describe(id);
  const parts = agents.parts(id, options.connector);
  return {
    key,
    agentId: agent.id,
    agentPath: agent.path,
    connector: agent.connector,
    ...(Object.keys(parts).length === 0 ? {} : { parts }),
  };
}

function lookedIn(folder: string, { root, systems }: LocatedRun): string[] {
  const { marks } = systems.folders;
  if (marks.length === 0) return [];
  const looked = `looked for ${marks.join(' or ')} in ${folder}`;
  if (folder === root) return [looked];
  const isOutside = path.relative(root, folder).startsWith('..');
  return [`${looked} and above${isOutside ? '' : `, up to ${root}`}`];
}

function noAgent(lost: readonly LoadedSuite[], { located, agents }: Known): UsageError {
  const known = agents.list().map(({ id }) => id);
  const folders = [...new Set(lost.map(({ folder }) => folder))];
  return new UsageError(lost.length === 1 ? 'no agent found' : `no agent found for ${lost.length} suites`, [
    ...folders.flatMap((folder) => lookedIn(folder, located)),
    known.length === 0 ? `the workspace ${located.root} has no agents` : `name one with -n: ${known.join(', ')}`,
  ]);
}
