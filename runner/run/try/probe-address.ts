import { fillVariables } from '../../agents/fill-variables.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';
import { probeChat } from './probe-chat.ts';
import { probeChatHere, probeJson } from './probe-json.ts';
import { probeProtocols } from './probe-protocols.ts';
import { createProber } from './prober.ts';

type Address = { url: string; model: string | undefined };

/** Finds out how to talk to the agent at an address: chat completions first, then protocols of agents, then JSON of the usual shapes. */
export async function probeAddress(
  { url, model }: Address,
  { variables }: Pick<Terminal, 'variables'>,
  signal: AbortSignal,
): Promise<FoundAgent> {
  refuseSecrets(url, variables);
  const prober = createProber({ variables }, signal);
  const bare = url.replace(/(?<!\/)\/+$/, '');
  const base = /^(.*)\/chat\/completions$/.exec(bare)?.[1];
  const hasPath = /^[^/]*\/\/[^/]*\/.|^\$ENV\.\w+\/./.test(bare);
  const isBase = base !== undefined || bare.endsWith('/v1');
  const found =
    (hasPath && !isBase ? await probeChatHere({ url, model }, prober) : undefined) ??
    (await probeChat({ base: base ?? (isBase ? bare : `${bare}/v1`), model, variables }, prober)) ??
    (await probeProtocols({ url, model }, prober)) ??
    (await probeJson(url, prober));
  if (found !== undefined) return found;
  const tried = prober.tried();
  throw new UsageError(`how to talk to ${url} could not be found out`, [
    ...tried,
    ...(tried.some((line) => /: 40[13]\b/.test(line))
      ? ['It wants a key. For chat completions set OPENAI_API_KEY; anything else goes into "headers" of an entry.']
      : []),
    'Write an entry of type "http" into runner.config.json (docs/agents-and-models.md), then: npx turntree try . -n <its id>',
  ]);
}

/** The address is written into the config. */
function refuseSecrets(url: string, variables: Terminal['variables']): void {
  const filled = fillVariables(url, { agent: 'try', field: 'url', variables });
  if (!/^https?:$/.test(URL.parse(filled)?.protocol ?? '')) throw new UsageError(`${url} is not an http address`);
  const secret =
    /:\/\/[^/?#]*@/.test(url) || /[?&][^=&]{0,100}(?:key|token|secret|passw|auth)[^=&]{0,100}=(?!\$ENV\.)/i.test(url);
  if (!secret) return;
  throw new UsageError('the address holds a key or a password, and would be written into runner.config.json', [
    "Put it into a variable, and write its name there: 'http://127.0.0.1:8000/chat?key=$ENV.CHAT_KEY'",
  ]);
}
