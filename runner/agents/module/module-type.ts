import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntryOf } from '../../contract/index.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import { bundleModuleForReading } from '../../scripts/bundle-module.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { AgentType } from '../agent-type.ts';
import { findNamedFiles } from '../named-files.ts';
import { openModuleAgent, requireModuleFile } from './open-module-agent.ts';

export const moduleType: AgentType<AgentEntryOf<'module'>> = {
  takesConnector: true,
  // By default, the model calls of a module are recorded, and not the answers of the module itself.
  async open({ id, entry, connector }, { root, variables, connectors, untaped, moduleAt, tape, recordWholeAnswers }) {
    const agent = { id, entry, connector };
    if (tape !== undefined && entry.record !== 'answers') {
      return openModuleAgent(agent, { root, variables, connectors, moduleAt, tape });
    }
    return recordWholeAnswers(() => openModuleAgent(agent, { root, variables, connectors: untaped, moduleAt }));
  },
  check({ id, entry }, deps) {
    requireModuleFile({ id, entry }, deps.root);
    const { connector } = entry;
    if (connector !== undefined) deps.connectors.model(chooseConnector({ id, connector }, deps));
  },
  address: (entry, root) => ({
    path: toRelativePath(root, path.resolve(root, entry.path)),
    connector: entry.connector,
  }),
  // A module in the folder of an agent is assumed to depend on that agent's files.
  readDefinition(entry, { root, formats }) {
    const file = path.resolve(root, entry.path);
    const scripts = readFileSync(file, 'utf8');
    const settings = [entry.export, entry.connector ?? null];
    const around = formats.flatMap((format) => format.around?.(file) ?? []).at(0);
    if (around === undefined) return { scripts, settings };
    const beside = around.makeup();
    return { prompts: beside.prompts, scripts: [scripts, beside.scripts], settings: [settings, beside.settings] };
  },
  async filesAffectingAnswers(entry, root) {
    const { code, files } = await bundleModuleForReading(path.resolve(root, entry.path));
    const folders = new Set(files.map((file) => path.dirname(file)));
    const names = [...code.matchAll(EXPORT_NAME_PATTERN)].map(([, , name = '']) => name);
    return [code, ...findNamedFiles({ names, folders: [root, ...folders], root })];
  },
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: () => undefined,
  notForkable: () => undefined,
};

/**
 * Matches names of prompt files in the code. Data formats such as JSON are left out, because agents store state in such
 * files, which changes with every run.
 */
const EXPORT_NAME_PATTERN =
  /(["'`])([\w@ ./-]{1,200}\.(?:md|mdx|txt|ya?ml|prompt|hbs|mustache|j2|jinja2?|njk|liquid|tmpl|xml))\1/g;
