import type { AgentIntegrations } from '../agents/agent-format.ts';
import type { CredentialIntegrations } from '../agents/credentials.ts';
import type { CaseFormat } from '../inputs/case-format.ts';
import type { RunnerPorts } from '../ports/index.ts';
import type { AgentFolder, AgentFolders, ScriptIntegrations } from '../scripts/agent-folders.ts';
import type { ObjectRecognizer } from '../scripts/user-objects.ts';
import type { SystemIntegration } from './system.ts';

/** The combined support for all other agent systems that the program includes. */
export type CombinedIntegrations = AgentIntegrations &
  CredentialIntegrations &
  ScriptIntegrations & {
    cases: readonly CaseFormat[];
    render: RunnerPorts['render'];
    shapes: readonly ObjectRecognizer[];
  };

/**
 * Combines the support for several agent systems. Each request is passed to the first system that can handle it. The
 * list may be empty.
 */
export function combineIntegrations(systems: readonly SystemIntegration[]): CombinedIntegrations {
  const processes = systems.flatMap(({ process }) => process ?? []);
  return {
    agents: systems.flatMap(({ agents }) => agents ?? []),
    connectors: systems.flatMap(({ connectors }) => connectors ?? []),
    servers: systems.flatMap(({ servers }) => servers ?? []),
    objects: systems.flatMap(({ objects }) => objects ?? []),
    shapes: systems.flatMap(({ objects }) => objects?.shapes ?? []),
    cases: systems.flatMap(({ cases }) => cases ?? []),
    folders: combineFolders(systems.flatMap(({ folders }) => folders ?? [])),
    process(name, values, variables) {
      for (const process of processes) {
        const value = process(name, values, variables);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    render: systems.find(({ render }) => render !== undefined)?.render,
  };
}

function combineFolders(all: readonly AgentFolders[]): AgentFolders {
  return {
    marks: all.flatMap(({ marks }) => marks),
    above(file, root) {
      const foldersAbove = all.flatMap((folders) => folders.above(file, root) ?? []);
      return foldersAbove.toSorted((one, other) => other.dir.length - one.dir.length).at(0);
    },
    below: (root) => new Map(all.toReversed().flatMap((folders): [string, AgentFolder][] => [...folders.below(root)])),
    script: (name, folders) => all.flatMap((own) => own.script(name, folders) ?? []).at(0),
  };
}
