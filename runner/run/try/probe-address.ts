import { fillVariables } from '../../agents/fill-variables.ts';
import { formatCommandLine } from '../report/rerun-command.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';
import { findPresetOfUrl } from './presets.ts';
import { probeChatCompletions } from './probe-chat.ts';
import { detectJsonAgent, probeChatAtUrl } from './probe-json.ts';
import { probeAgentProtocols } from './probe-protocols.ts';
import { createProber, type Prober } from './prober.ts';
import { adviseAfterRefusal } from './refusal-advice.ts';
import { findRelatedUrls } from './related-addresses.ts';
import { describeUnsupportedScheme, describeUnsupportedServer } from './unsupported-servers.ts';

export type AddressProbeOptions = {
  url: string;
  model: string | undefined;
  /** The path of the text in the answer, if the user gives it. */
  output?: string | undefined;
};

/** Detects how to call the agent at a URL: tries chat completions, then agent protocols, then common JSON formats. */
export async function detectAgentAtUrl(
  { url, model, output }: AddressProbeOptions,
  { variables }: Pick<Terminal, 'variables'>,
  signal: AbortSignal,
): Promise<FoundAgent> {
  rejectUnsupportedUrlOrSecrets(url, variables);
  const prober = createProber({ variables }, signal);
  const protocol = output === undefined ? await probeKnownProtocols({ url, model, variables }, prober) : undefined;
  if (protocol !== undefined) return protocol;
  const notes: string[] = [];
  for await (const address of findRelatedUrls({ url, model }, prober)) {
    const result = await detectJsonAgent({ url: address, model, output, variables }, prober, signal);
    if (result.agent !== undefined) return result.agent;
    notes.push(...result.notes);
  }
  const foreign = await describeUnsupportedServer(fillVariablesOfUrl(url, variables), prober);
  throw new UsageError(`could not detect the protocol of ${url}`, [
    ...(foreign === undefined ? [] : [foreign]),
    ...notes,
    ...(await adviseAfterRefusal({ url, model }, prober)),
    ...prober.tried(),
    ...(foreign === undefined ? adviseOnOutputPath(notes, url) : []),
    'Or write an entry of type "http" into runner.config.json (docs/reference/agents-and-models.md in the package), then: npx turntree try . -n <its id>',
  ]);
}

/** Advice on how to give the path of the text. It is printed last, so that it stays visible on a terminal. */
function adviseOnOutputPath(notes: readonly string[], url: string): string[] {
  const outputPaths = notes.flatMap((note) => /^ {2}"([^"]+)": |: "([^"]+)" says the same /.exec(note)?.slice(1) ?? []);
  const [onlyPath, ...others] = new Set(outputPaths.filter((outputPath) => outputPath !== undefined));
  if (onlyPath === undefined) return [];
  // Field names come from the server, so only harmless ones become part of a suggested command.
  const isOnly = others.length === 0 && /^[\w.[\]-]+$/.test(onlyPath);
  const path = isOnly ? `'${onlyPath}'` : '<its path>';
  const pathText = isOnly ? `"${onlyPath}"` : 'one of these paths';
  return [
    `If ${pathText} is the text of the agent, name it: ${formatCommandLine(['npx', 'turntree', 'try', url])} --output ${path}`,
  ];
}

type KnownProtocolProbe = { url: string; model: string | undefined; variables: Terminal['variables'] };

async function probeKnownProtocols(
  { url, model, variables }: KnownProtocolProbe,
  prober: Prober,
): Promise<FoundAgent | undefined> {
  const bare = url.replace(/(?<!\/)\/+$/, '');
  const base = /^(.*)\/chat\/completions$/.exec(bare)?.[1];
  const hasPath = /^[^/]*\/\/[^/]*\/.|^\$ENV\.\w+\/./.test(bare);
  const isBase = base !== undefined || bare.endsWith('/v1');
  if (hasPath && findPresetOfUrl(bare) !== undefined) return undefined;
  return (
    (hasPath && !isBase ? await probeChatAtUrl({ url, model }, prober) : undefined) ??
    (await probeChatCompletions({ base: base ?? (isBase ? bare : `${bare}/v1`), model, variables }, prober)) ??
    (await probeAgentProtocols({ url, model }, prober))
  );
}

/** The URL is written to the config, so it must not contain secrets. */
function rejectUnsupportedUrlOrSecrets(url: string, variables: Terminal['variables']): void {
  const foreign = describeUnsupportedScheme(url);
  if (foreign !== undefined) throw new UsageError(foreign);
  const filled = fillVariablesOfUrl(url, variables);
  if (!/^https?:$/.test(URL.parse(filled)?.protocol ?? '')) throw new UsageError(`${url} is not an http address`);
  const secret =
    /:\/\/[^/?#]*@/.test(url) || /[?&][^=&]{0,100}(?:key|token|secret|passw|auth)[^=&]{0,100}=(?!\$ENV\.)/i.test(url);
  if (!secret) return;
  throw new UsageError('the address holds a key or a password, and would be written into runner.config.json', [
    "Put it into a variable, and write its name there: 'http://127.0.0.1:8000/chat?key=$ENV.CHAT_KEY'",
  ]);
}

function fillVariablesOfUrl(url: string, variables: Terminal['variables']): string {
  return fillVariables(url, { agent: 'try', field: 'url', variables });
}
