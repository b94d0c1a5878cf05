import { type Agent, type AgentRequest, getAnswerLimit } from '../../ports/index.ts';
import { EmptyingMap, raceWithAbort } from '../../values/index.ts';
import { parsePlainAnswer } from '../plain-answer.ts';
import { createPlainRequest } from '../plain-request.ts';
import type { CommandAgentOptions, CommandListeners } from './command-agent-options.ts';
import { type LineProtocolProgram, startLineProgram } from './line-program.ts';

type LineAgentOptions = CommandAgentOptions & { isolate: 'case' | 'suite' };
/** The program for one attempt or for a whole run. `queue` resolves when all earlier requests have been answered. */
type SessionProgram = { program: LineProtocolProgram | undefined; queue: Promise<void> };
type LineProtocolRequest = { request: AgentRequest; mocksUrl: string | undefined };

/** An agent program that keeps running for all turns of an attempt, or for a whole run. */
export function createLineAgent(agent: LineAgentOptions, { mocks, traces, ends }: CommandListeners): Agent {
  const { id, entry, root, variables, maxAnswer = getAnswerLimit(), isolate } = agent;
  const { command, cost } = entry;
  const places = new EmptyingMap<string, SessionProgram>();
  const traced = traces?.traceProcess();

  function getOrCreateProgramSlot({ sessionId }: AgentRequest): SessionProgram {
    const key = isolate === 'case' ? sessionId : `${id} of all attempts`;
    const existing = places.get(key);
    if (existing !== undefined) return existing;
    const slot: SessionProgram = { program: undefined, queue: Promise.resolve() };
    places.set(key, slot);
    ends.onSessionEnd(key, async () => {
      places.delete(key);
      await slot.program?.end();
    });
    return slot;
  }

  async function ensureProgram(
    slot: SessionProgram,
    { request, mocksUrl }: LineProtocolRequest,
  ): Promise<LineProtocolProgram> {
    const { program } = slot;
    if (program?.isOver() === false) return program;
    if (program !== undefined) {
      request.context.report?.({
        type: 'warning',
        text: `agent "${id}": its command had ended and was restarted, so its earlier state is lost`,
      });
    }
    // A program that all attempts share does not get the mocks URL, because the URL belongs to one attempt.
    const ofAttempt = isolate === 'suite' || mocksUrl === undefined ? {} : { TURNTREE_MOCKS_URL: mocksUrl };
    const environment = { ...variables, ...(await traced?.variables()), ...ofAttempt };
    slot.program = startLineProgram({ id, command, cwd: root, variables: environment, maxAnswer });
    return slot.program;
  }

  /** Sends one request at a time. The deadline of a request includes the time that it waits. */
  async function askAfterEarlierRequests(question: LineProtocolRequest, signal: AbortSignal): Promise<string> {
    const { request, mocksUrl } = question;
    const slot = getOrCreateProgramSlot(request);
    const before = slot.queue;
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    slot.queue = before.then(() => done);
    try {
      await raceWithAbort(() => before, signal);
      const program = await ensureProgram(slot, question);
      const traceparent = traced?.beginTurn(request)?.traceparent;
      const line = JSON.stringify({ ...createPlainRequest(request, mocksUrl), traceparent });
      return await program.ask(line, request.context.report, signal);
    } finally {
      leave();
    }
  }

  return {
    id,
    invoke: (request, signal) =>
      mocks.callWithMocksUrl(
        request.mocks,
        async (mocksUrl) =>
          parsePlainAnswer({ id, cost }, await askAfterEarlierRequests({ request, mocksUrl }, signal)),
        signal,
      ),
  };
}
