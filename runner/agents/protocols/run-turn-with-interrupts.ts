import { addUsage, formatContentText } from '../../fold/index.ts';
import { AgentError, type AgentRequest, type AgentResponse } from '../../ports/index.ts';
import { EmptyingMap } from '../../values/index.ts';
import type { SessionCleanup } from '../session-cleanup.ts';
import { decideInterrupts, listUnclearAnswerWarnings } from './decide-interrupts.ts';
import type { InterruptAnswer, InterruptibleResponse, InterruptPolicy, OpenInterrupt } from './protocol.ts';

/** The maximum number of rounds in a turn. Stops an agent that answers everything with a new interrupt. */
const MAX_ROUNDS = 20;

type AnsweredInterrupt = OpenInterrupt & NonNullable<AgentResponse['interrupts']>[number];

/** A conversation with an agent, and the interrupts that have no answer yet. */
export type ProtocolSession<Kept> = { conversation: Kept; open: OpenInterrupt[] };

type ProtocolTurn = {
  policy: InterruptPolicy;
  request: AgentRequest;
  session: Pick<ProtocolSession<unknown>, 'open'>;
  /** Sends the new messages of the user or, if given, the answers to the interrupts of the previous round. */
  ask(answers: readonly InterruptAnswer[] | undefined): Promise<InterruptibleResponse>;
};

/** Runs one turn: calls the agent and answers its interrupts until it is done or the user has to answer. */
export async function runTurnWithInterrupts({ policy, request, session, ask }: ProtocolTurn): Promise<AgentResponse> {
  const rounds: InterruptibleResponse[] = [];
  const answeredInterrupts: AnsweredInterrupt[] = [];
  let answers = toInterruptAnswers(session.open, request);
  while (rounds.length < MAX_ROUNDS) {
    session.open = [];
    for (const warning of listUnclearAnswerWarnings(answers ?? []))
      request.context.report?.({ type: 'warning', text: warning });
    const round = await ask(answers);
    rounds.push(round);
    session.open = round.interrupts;
    if (round.interrupts.length === 0) return combineRounds(rounds, answeredInterrupts);
    answers = await decideInterrupts(policy, round.interrupts, request.context);
    if (answers === undefined) return combineRounds(rounds, answeredInterrupts);
    answeredInterrupts.push(...answers.map((each) => ({ ...each.interrupt, ...toRecordedDecision(each) })));
  }
  throw new AgentError(`asked for a decision ${MAX_ROUNDS} times in one turn, without finishing it`, 'agent');
}

type SessionLifecycle<Kept> = { begin: () => Kept; end: (conversation: Kept) => Promise<void>; ends: SessionCleanup };

/** Returns the conversation of a session, which is stored until the session ends. */
export function createSessions<Kept>({
  begin,
  end,
  ends,
}: SessionLifecycle<Kept>): (sessionId: string) => ProtocolSession<Kept> {
  const sessions = new EmptyingMap<string, ProtocolSession<Kept>>();
  return (sessionId) => {
    const existing = sessions.get(sessionId);
    if (existing !== undefined) return existing;
    const session: ProtocolSession<Kept> = { conversation: begin(), open: [] };
    sessions.set(sessionId, session);
    ends.onSessionEnd(sessionId, () => {
      sessions.delete(sessionId);
      return end(session.conversation);
    });
    return session;
  };
}

/** Returns the user's message as the answer to every open interrupt. */
function toInterruptAnswers(open: readonly OpenInterrupt[], { messages }: AgentRequest): InterruptAnswer[] | undefined {
  if (open.length === 0) return undefined;
  const text = formatContentText(messages.at(-1)?.content ?? '');
  return open.map((interrupt) => ({ interrupt, kind: 'text', text }));
}

function toRecordedDecision(answer: InterruptAnswer): Pick<AnsweredInterrupt, 'answeredBy' | 'answer'> {
  switch (answer.kind) {
    case 'approve':
    case 'reject':
      return { answeredBy: answer.kind };
    case 'text':
      return { answeredBy: 'script', answer: answer.text };
    case 'value':
      return { answeredBy: 'script', answer: answer.value };
    default:
      return answer satisfies never;
  }
}

/** Combines the rounds of a turn to one answer. The questions of open interrupts are added to its text. */
function combineRounds(
  rounds: readonly InterruptibleResponse[],
  answeredInterrupts: readonly AnsweredInterrupt[],
): AgentResponse {
  const last = rounds.at(-1);
  const open = last?.interrupts ?? [];
  const texts = [...rounds.map(({ content }) => content), ...open.map(({ message }) => message)];
  const interrupts = [...answeredInterrupts, ...open].map(({ id: _, schema: __, ...interrupt }) => interrupt);
  const usage = rounds.reduce<AgentResponse['usage']>((sum, round) => addUsage(sum, round.usage), undefined);
  return {
    ...last,
    content: [...new Set(texts)].filter((text) => text !== '').join('\n\n'),
    toolCalls: rounds.flatMap(({ toolCalls }) => toolCalls),
    ...(usage === undefined ? {} : { usage }),
    ...(interrupts.length === 0 ? { interrupts: undefined } : { interrupts }),
  };
}
