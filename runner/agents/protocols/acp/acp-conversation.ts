import * as z from 'zod';
import type { Message, Usage } from '../../../contract/index.ts';
import { toTextOrFilePart } from '../../../fold/index.ts';
import { AgentError, type AgentRequest } from '../../../ports/index.ts';
import { castToJson, isJsonObject, type JsonObject, raceWithAbort } from '../../../values/index.ts';
import { selectNewUserMessages } from '../new-messages.ts';
import type { InterruptAnswer, InterruptibleResponse } from '../protocol.ts';
import { type AcpProgram, startAcpProgram } from './acp-program.ts';
import { type AcpSession, openAcpSession, parseAcpValue } from './acp-session.ts';
import { RpcError } from './json-rpc.ts';
import { createMessageHandlers } from './message-handlers.ts';
import { chooseOutcome } from './permissions.ts';

type AcpConversationStart = Parameters<typeof startAcpProgram>[0];
type TurnRequest = {
  request: AgentRequest;
  answers: readonly InterruptAnswer[] | undefined;
  mocksUrl: string | undefined;
};

/** One session with an agent. Every session has its own program. */
export type AcpConversation = {
  ask(turnRequest: TurnRequest, signal: AbortSignal): Promise<InterruptibleResponse>;
  end(): Promise<void>;
};

const AUTH_REQUIRED_CODE = -32_000;

const tokenCountSchema = z.number().nonnegative().nullish();
const promptResultSchema = z.object({
  stopReason: z.enum(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']),
  usage: z
    .object({ inputTokens: tokenCountSchema, outputTokens: tokenCountSchema, cachedReadTokens: tokenCountSchema })
    .nullish(),
});
type PromptResult = z.infer<typeof promptResultSchema>;

export function beginAcpConversation(start: AcpConversationStart): AcpConversation {
  const handlers = createMessageHandlers(start.maxAnswer);
  const { answer, permissions, rejected } = handlers;
  let program: AcpProgram | undefined;
  let pendingSession: Promise<AcpSession> | undefined;
  let pendingPrompt: Promise<PromptResult> | undefined;
  let sentCount = 0;

  async function openSession(mocksUrl: string | undefined): Promise<AcpSession> {
    const mocks = mocksUrl === undefined ? {} : { TURNTREE_MOCKS_URL: mocksUrl };
    program = startAcpProgram(
      { ...start, variables: { ...start.variables, ...mocks } },
      {
        onNotification: handlers.onNotification,
        onRequest: (request) => handlers.onRequest(request, (id, error) => program?.refuse(id, error)),
        log: (source, line) => handlers.request?.context.report?.({ type: 'log', source, text: line }),
        onActivity: handlers.say,
      },
    );
    const session = await openAcpSession(program, { cwd: start.cwd, mocksUrl });
    handlers.sessionId = session.sessionId;
    return session;
  }

  async function sendPrompt({ sessionId, capabilities }: AcpSession, request: AgentRequest): Promise<PromptResult> {
    const warn = (text: string) => request.context.report?.({ type: 'warning', text });
    const promptCapabilities = capabilities.promptCapabilities;
    const blocks = selectNewUserMessages('ACP', request, sentCount).flatMap((message) =>
      toPromptBlocks(message, { can: promptCapabilities, warn }),
    );
    const promptRequest = { sessionId, prompt: blocks, ...buildMetadataField(request) };
    return parseAcpValue(promptResultSchema, (await program?.ask('session/prompt', promptRequest)) ?? null);
  }

  function answerPermissions(answers: readonly InterruptAnswer[]): void {
    for (const interruptAnswer of answers) {
      const index = permissions.findIndex(({ interrupt }) => interrupt.id === interruptAnswer.interrupt.id);
      const [permission] = permissions.splice(index, index < 0 ? 0 : 1);
      if (permission === undefined) continue;
      const { isAllowed, json } = chooseOutcome(permission, interruptAnswer);
      if (!isAllowed) rejected.add(permission.callId);
      program?.answer(permission.id, json);
    }
  }

  async function runRound({ request, answers, mocksUrl }: TurnRequest): Promise<InterruptibleResponse> {
    pendingSession ??= openSession(mocksUrl);
    const session = await pendingSession;
    answer.beginTurnOrRound(answers === undefined ? 'turn' : 'round');
    if (answers === undefined) pendingPrompt = sendPrompt(session, request);
    else answerPermissions(answers);
    // The prompt may fail while nobody awaits it, because an interrupt is being answered. Handled here, so that this is
    // not an unhandled rejection.
    pendingPrompt?.catch(ignoreError);
    sentCount = request.messages.length;
    const outcome = await Promise.race([pendingPrompt, handlers.stopped()]);
    if (outcome === undefined) {
      return { content: answer.text(), toolCalls: [], interrupts: permissions.map(({ interrupt }) => interrupt) };
    }
    requireNormalEnd(outcome, request);
    const usage = toUsage(outcome);
    const baseRound = { content: answer.text(), toolCalls: answer.toolCalls(rejected), interrupts: [] };
    return usage === undefined ? baseRound : { ...baseRound, usage };
  }

  function cancelPrompt(): void {
    for (const { id } of permissions.splice(0)) program?.answer(id, { outcome: { outcome: 'cancelled' } });
    if (handlers.sessionId !== undefined) program?.notify('session/cancel', { sessionId: handlers.sessionId });
  }

  return {
    async ask(turnRequest, signal) {
      handlers.request = turnRequest.request;
      try {
        return await raceWithAbort(() => runRound(turnRequest), signal, cancelPrompt);
      } catch (error) {
        throw error instanceof RpcError && error.code === AUTH_REQUIRED_CODE ? createLoginRequiredError(error) : error;
      }
    },
    end: async () => program?.end(),
  };
}

function buildMetadataField({ options: { metadata } }: AgentRequest): { _meta?: JsonObject } {
  const meta = metadata === undefined ? undefined : castToJson(metadata);
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? { _meta: meta } : {};
}

function requireNormalEnd({ stopReason }: PromptResult, { context }: AgentRequest): void {
  switch (stopReason) {
    case 'end_turn':
      return;
    case 'max_tokens':
    case 'max_turn_requests':
      context.report?.({ type: 'warning', text: `the answer was cut off: ${stopReason}` });
      return;
    case 'refusal':
      context.report?.({ type: 'warning', text: 'the agent refused to continue' });
      return;
    case 'cancelled':
      throw new AgentError('cancelled the turn without being asked to', 'agent');
    default:
      stopReason satisfies never;
  }
}

function toUsage({ usage }: PromptResult): Usage | undefined {
  if (usage === null || usage === undefined) return undefined;
  const cached = usage.cachedReadTokens ?? 0;
  const countedTokens = {
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    calls: 1,
    retries: 0,
  };
  return cached === 0 ? countedTokens : { ...countedTokens, cachedTokens: cached };
}

function createLoginRequiredError(error: RpcError): AgentError {
  const hint = 'log in to it once, or put its key into the environment';
  return new AgentError(`requires authentication: ${hint}`, 'agent', { cause: error, service: 'auth' });
}

function ignoreError(): void {
  // Ignored, because the code that awaits the promise reports the error.
}

/** What prompts may contain besides text and links, according to the agent. */
type PromptCapabilities = { image?: boolean; audio?: boolean; embeddedContext?: boolean };

/** Converts a message to the blocks of a prompt. Warns about content that the agent does not accept. */
function toPromptBlocks(
  { content }: Message,
  { can, warn }: { can: PromptCapabilities; warn(text: string): void },
): JsonObject[] {
  if (!Array.isArray(content))
    return content === null || content === undefined ? [] : [{ type: 'text', text: content }];
  return content.flatMap((contentPart): JsonObject[] => {
    const part = toTextOrFilePart(contentPart);
    if (part.kind === 'text') return [{ type: 'text', text: part.text }];
    const { of, url, mediaType: mimeType, name = of } = part;
    const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
    if (data === undefined) return [{ type: 'resource_link', uri: url, name, mimeType }];
    if (of !== 'file' && can[of] === true) return [{ type: of, mimeType, data }];
    const resource = { uri: `attachment:///${encodeURIComponent(name)}`, mimeType, blob: data };
    if (can.embeddedContext === true) return [{ type: 'resource', resource }];
    warn(`the agent accepts no ${of} in its prompt, so ${name} of the case was not sent`);
    return [];
  });
}
