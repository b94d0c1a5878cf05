import { addUsage, textOfContent } from '../../fold/index.ts';
import { AgentError, type AgentRequest, type AgentResponse } from '../../ports/index.ts';
import type { SessionEnds } from '../session-ends.ts';
import { decideInterrupts, unclearAnswers } from './decide-interrupts.ts';
import type { InterruptAnswer, InterruptPolicy, OpenInterrupt, Round } from './protocol.ts';

/** An agent that stops again and again, whatever it is told, does not end. */
const MOST_ROUNDS = 20;

type AnsweredInterrupt = OpenInterrupt & NonNullable<AgentResponse['interrupts']>[number];

/** A conversation that an agent keeps, and what it has stopped for. */
export type Session<Kept> = { conversation: Kept; open: OpenInterrupt[] };

type Turn = {
  id: string;
  policy: InterruptPolicy;
  request: AgentRequest;
  session: Pick<Session<unknown>, 'open'>;
  /** Asks, or goes on with the answers to what the round before it stopped for. */
  ask(answers: readonly InterruptAnswer[] | undefined): Promise<Round>;
};

/** One turn: the agent is asked, and answered whenever it stops, until it is done or the user has to answer. */
export async function askInRounds({ id, policy, request, session, ask }: Turn): Promise<AgentResponse> {
  const rounds: Round[] = [];
  const answeredInterrupts: AnsweredInterrupt[] = [];
  let answers = toAnswers(session.open, request);
  while (rounds.length < MOST_ROUNDS) {
    session.open = [];
    for (const warning of unclearAnswers(answers ?? [])) request.context.report?.({ type: 'warning', text: warning });
    const round = await ask(answers);
    rounds.push(round);
    session.open = round.interrupts;
    if (round.interrupts.length === 0) return combined(rounds, answeredInterrupts);
    answers = await decideInterrupts(policy, round.interrupts, request.context);
    if (answers === undefined) return combined(rounds, answeredInterrupts);
    answeredInterrupts.push(...answers.map((each) => ({ ...each.interrupt, ...toDecision(each) })));
  }
  throw new AgentError(`agent "${id}" stopped ${MOST_ROUNDS} times in one turn, whatever it was told`, 'agent');
}

type Keeping<Kept> = { begin: () => Kept; end: (conversation: Kept) => Promise<void>; ends: SessionEnds };

/** The conversation of each session, until the session ends. */
export function createSessions<Kept>({ begin, end, ends }: Keeping<Kept>): (sessionId: string) => Session<Kept> {
  const sessions = new Map<string, Session<Kept>>();
  return (sessionId) => {
    const existing = sessions.get(sessionId);
    if (existing !== undefined) return existing;
    const session: Session<Kept> = { conversation: begin(), open: [] };
    sessions.set(sessionId, session);
    ends.atEnd(sessionId, () => {
      sessions.delete(sessionId);
      return end(session.conversation);
    });
    return session;
  };
}

/** What the user says answers everything that the agent stopped for in its last answer. */
function toAnswers(open: readonly OpenInterrupt[], { messages }: AgentRequest): InterruptAnswer[] | undefined {
  if (open.length === 0) return undefined;
  const text = textOfContent(messages.at(-1)?.content ?? '');
  return open.map((interrupt) => ({ interrupt, kind: 'text', text }));
}

function toDecision(answer: InterruptAnswer): Pick<AnsweredInterrupt, 'answeredBy' | 'answer'> {
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

/** The rounds of one turn as one answer. What is still open is what the agent asks. */
function combined(rounds: readonly Round[], answeredInterrupts: readonly AnsweredInterrupt[]): AgentResponse {
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
