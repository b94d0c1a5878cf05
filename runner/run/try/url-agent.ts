import { workspaceConfigSchema } from '../../contract/index.ts';
import { AgentError } from '../../ports/index.ts';
import type { LocatedRun } from '../locate.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { detectAgentAtUrl } from './probe-address.ts';
import { findFreeAgentId } from './write-suite.ts';

/** Adds an agent for `--url` to the run, because no config contains it. Detects the agent's protocol and prints it. */
export async function addAgentOfUrl(located: LocatedRun, terminal: Terminal, signal: AbortSignal): Promise<LocatedRun> {
  const { options, given, config } = located;
  const { url } = options;
  if (url === undefined) return located;
  rejectFlagsConflictingWithUrl(given);
  const agent = await detectAgentOfUrlFlag(url, terminal, signal);
  if (agent.kind === 'known') throw new AgentError(`${url} is the agent ${agent.id}: name it with -n`, 'configuration');
  const entry = agent.reader ?? agent.entry;
  const name = findFreeAgentId(toAgentIdOfUrl(url), Object.keys(config.agents));
  const { agents } = workspaceConfigSchema.parse({ agents: { [name]: entry } });
  const protocolText = entry.type === 'http' ? `${agent.said} (not an agent protocol)` : `speaks ${String(entry.type)}`;
  if (options.quiet !== true) terminal.stderr.write(`turntree: ${url} ${protocolText}\n`);
  return {
    ...located,
    options: { ...options, name },
    config: { ...config, agents: { ...config.agents, ...agents } },
  };
}

function rejectFlagsConflictingWithUrl({ name, dryRun }: LocatedRun['given']): void {
  if (name !== undefined) throw new UsageError(`--url and --name ${name} both select the agent to test; give one`);
  if (dryRun !== true) return;
  throw new UsageError('--url calls the agent to detect its protocol, and --dry-run makes no calls; leave one out');
}

async function detectAgentOfUrlFlag(url: string, terminal: Terminal, signal: AbortSignal) {
  try {
    return await detectAgentAtUrl({ url, model: undefined }, terminal, signal);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--url: ${error.message}`, error.details);
    throw error;
  }
}

/** Returns the id of a `--url` agent. It is the same in every run, so that runs can be compared. */
function toAgentIdOfUrl(url: string): string {
  return url
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
}
