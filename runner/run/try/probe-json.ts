import { acceptAnswerOfServer } from './accept-answer.ts';
import { type AcceptedRequest, adaptRequest } from './adapt-request.ts';
import { findSessionRequests } from './find-session-requests.ts';
import { findAcceptedRequests } from './find-understood-requests.ts';
import type { FoundAgent } from './found-agent.ts';
import { createHttpSearch, type HttpSearch, probeMessages } from './http-search.ts';
import { fetchLangServeRequests, findPresetOfUrl } from './presets.ts';
import { createChatAgentEntry, createCompletionsEntry, isCompletion, isCompletionStream } from './probe-chat.ts';
import type { Prober, RequestTemplate } from './prober.ts';

type NewAgent = Extract<FoundAgent, { kind: 'new' }>;
type Variables = Readonly<Record<string, string | undefined>>;

export type JsonProbeOptions = {
  url: string;
  model: string | undefined;
  /** The path of the text in the answer, if the user gives it. */
  output: string | undefined;
  variables: Variables;
};

/** The result of the detection; `notes` describe candidates that were found but rejected. */
export type JsonDetectionResult = { agent?: NewAgent; notes: readonly string[] };

/** The maximum number of request formats to try, because each costs several answers of the agent. */
const MAX_REQUEST_FORMATS = 5;

/** Finds a request format that a server accepts, and the path of the text in the server's answer. */
export async function detectJsonAgent(
  { url, model, output, variables }: JsonProbeOptions,
  prober: Prober,
  signal: AbortSignal,
): Promise<JsonDetectionResult> {
  const search = createHttpSearch({ url, model }, prober);
  let requestCount = 0;
  for await (const understood of tryPossibleRequests(search, variables)) {
    const agent = await acceptAnswerOfServer(search, understood, { output, signal });
    if (agent !== undefined) return { agent, notes: [] };
    requestCount += 1;
    if (requestCount >= MAX_REQUEST_FORMATS) break;
  }
  return { notes: search.notes() };
}

/** The request formats to try. Formats of well-known servers come first, if the URL matches. */
async function* tryPossibleRequests(search: HttpSearch, variables: Variables): AsyncGenerator<AcceptedRequest> {
  const { url, model, prober } = search;
  const chains = await fetchLangServeRequests(url, model, prober);
  for (const template of [...listPresetRequests(url, variables), ...chains]) {
    yield* adaptRequest(search, template, await search.ask(template));
  }
  yield* findAcceptedRequests(search);
  yield* findSessionRequests(search);
}

function listPresetRequests(url: string, variables: Variables): readonly RequestTemplate[] {
  const preset = findPresetOfUrl(url);
  if (preset === undefined) return [];
  if (preset.key === undefined || !variables[preset.key]) return preset.requestTemplates;
  return preset.requestTemplates.map((template) => ({
    ...template,
    headers: { authorization: `Bearer $ENV.${preset.key}` },
  }));
}

/** Tries chat completions at a non-standard URL, which `openai` entries cannot call. */
export async function probeChatAtUrl(
  { url, model = 'default' }: { url: string; model: string | undefined },
  prober: Prober,
): Promise<NewAgent | undefined> {
  const messages = [{ role: 'user', content: probeMessages[0] }];
  const reply = await prober.send({ url, body: { model, messages } });
  if (reply.ok && isCompletionStream(reply)) {
    const entry = createChatAgentEntry({ url, model, isStream: true });
    return { kind: 'new', name: 'agent', said: `Speaks chat completions at ${url}, in streams`, entry, reader: entry };
  }
  if (!reply.ok || !isCompletion(reply.text)) return undefined;
  return {
    kind: 'new',
    name: 'agent',
    said: `Speaks chat completions at ${url}`,
    entry: createCompletionsEntry({ url, model }),
    reader: createChatAgentEntry({ url, model, isStream: false }),
  };
}
