import { judgedValue } from '../../assertions/judged-value.ts';
import type { DynamicCase, EndReason, Message, MessageContent, Turn } from '../../contract/index.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { type AttemptContext, type Outcome, Stopped, startStopwatch } from '../../ports/index.ts';
import { errorText, type JsonObject } from '../../values/index.ts';
import { brokenPart, inputError } from '../attempt/failure.ts';
import { initialMessages } from '../attempt/initial-messages.ts';
import { type Judgement, judge } from '../attempt/judge.ts';
import { type JudgedTurn, subjectOfTurn } from '../attempt/subjects.ts';
import { type CheckpointBoard, createCheckpointBoard } from './checkpoints.ts';
import { messagesOfResponse } from './conversation.ts';
import { asHeard, nextMove, type SimulatorMove } from './simulator.ts';

type Play = {
  context: AttemptContext;
  testCase: DynamicCase;
  board: CheckpointBoard;
  conversation: Message[];
  /** So much of it as the simulator has heard: made once, because a long conversation is told at every turn. */
  heard: JsonObject[];
  turns: Turn[];
};

/** A whole conversation: the simulator and the agent take turns until the checkpoints are reached or it ends. */
export async function executeDynamic(context: AttemptContext, testCase: DynamicCase): Promise<Outcome<'dynamic'>> {
  let conversation: Message[];
  try {
    conversation = await initialMessages(context, testCase.input);
  } catch (error) {
    return inputError(error);
  }
  const board = createCheckpointBoard(testCase.checkpoints);
  const play: Play = { context, testCase, board, conversation: [...conversation], heard: [], turns: [] };
  record(play);
  if (conversation.length === 0 && testCase.simulator === undefined) {
    return {
      status: 'error',
      error: 'input error: without a simulator the case needs an input',
      endReason: 'input_error',
    };
  }
  return playTurns(play);
}

async function playTurns(play: Play): Promise<Outcome<'dynamic'>> {
  const { testCase, board, conversation } = play;
  for (let turn = 1; turn <= testCase.maxTurns; turn += 1) {
    let move: SimulatorMove | undefined;
    if (turn > 1 || conversation.length === 0) {
      const asked = await askSimulator(play, turn);
      if (!asked.ok) return asked.outcome;
      move = asked.move;
      if (move.goalAchieved && move.message === '') return incomplete(play, 'goal_achieved');
      conversation.push({ role: 'user', content: move.message });
    }
    const failure = await playTurn(play, { turn, move });
    if (failure !== undefined) return failure;
    if (board.missing().length === 0) return finish(play, { status: 'passed', endReason: 'checkpoints_reached' });
    if (move?.goalAchieved === true) return incomplete(play, 'goal_achieved');
    if (testCase.simulator === undefined) return incomplete(play, 'no_simulator');
  }
  return incomplete(play, 'max_turns');
}

type SimulatorAnswer = { ok: true; move: SimulatorMove } | { ok: false; outcome: Outcome<'dynamic'> };

async function askSimulator(play: Play, turn: number): Promise<SimulatorAnswer> {
  const { context, testCase, conversation, heard } = play;
  const { maxTurns, simulator } = testCase;
  if (simulator === undefined) return { ok: false, outcome: incomplete(play, 'no_simulator') };
  heard.push(...conversation.slice(heard.length).map(asHeard));
  try {
    return { ok: true, move: await nextMove(context, simulator, { heard, turn, maxTurns }) };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const outcome = {
      status: 'error',
      error: `simulator error: ${errorText(error)}`,
      endReason: 'simulator_error',
    } as const;
    return { ok: false, outcome: finish(play, outcome) };
  }
}

/** The agent's half of a turn and the checkpoints on it. Answers an outcome when the agent could not answer. */
async function playTurn(
  play: Play,
  { turn, move }: { turn: number; move: SimulatorMove | undefined },
): Promise<Outcome<'dynamic'> | undefined> {
  const { context, conversation, turns } = play;
  const { clock } = context.ports;
  const input = conversation.at(-1)?.content ?? null;
  const startedAt = clock.now();
  const elapsed = startStopwatch(clock);
  const facts = (): TurnFacts => ({ turn, move, input, startedAt, durationMs: elapsed() });
  try {
    const response = await askTarget(play, turn);
    const finished = turnOf(facts(), response);
    conversation.push(...messagesOfResponse(response, turn));
    turns.push(finished);
    context.emit({ type: 'turn.finished', turn: finished });
    record(play);
    finished.checkpointsReached = await check(play, turn, { ...finished, response });
    record(play);
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) {
      if (turns.at(-1)?.turn !== turn) turns.push({ ...turnOf(facts()), error: error.stopCause });
      record(play);
      throw error;
    }
    const failed = { ...turnOf(facts()), error: errorText(error) };
    turns.push(failed);
    context.emit({ type: 'turn.finished', turn: failed });
    const text = `${brokenPart(error)} error at turn ${turn}: ${errorText(error)}`;
    return finish(play, { status: 'error', error: text, endReason: 'agent_error' });
  }
}

function askTarget({ context, conversation }: Play, turn: number): Promise<AgentResponse> {
  const { planned } = context;
  return context.ask({
    role: 'agent',
    phase: 'agent',
    turn,
    agentId: planned.agentId,
    connector: planned.connector,
    messages: [...conversation],
    options: planned.options,
    sessionId: context.sessionId,
  });
}

function check({ context, board }: Play, turn: number, judged: JudgedTurn): Promise<string[]> {
  const checking = { judge: (judgement: Judgement) => judge(context, judgement), emit: context.emit };
  return board.check(checking, { turn, subject: subjectOfTurn(judged) });
}

type TurnFacts = {
  turn: number;
  move: SimulatorMove | undefined;
  input: MessageContent;
  startedAt: number;
  durationMs: number;
};

function turnOf({ turn, move, input, startedAt, durationMs }: TurnFacts, response?: AgentResponse): Turn {
  return {
    turn,
    origin: move === undefined ? 'case' : 'simulator',
    input,
    output: response && (judgedValue(response) ?? undefined),
    response: response && { content: response.content, toolCalls: response.toolCalls, next: response.next },
    checkpointsReached: [],
    reasoning: move?.reasoning,
    usage: response?.usage,
    startedAt,
    durationMs,
    simulatorMs: move?.durationMs,
  };
}

function incomplete(play: Play, endReason: EndReason): Outcome<'dynamic'> {
  const missing = `missing checkpoints: ${play.board.missing().join(', ')}`;
  const broken = play.board.brokenCheck();
  if (broken !== undefined)
    return finish(play, { status: 'error', error: `${missing}; ${broken}`, endReason: 'judge_error' });
  const { maxTurns } = play.testCase;
  const error = endReason === 'max_turns' ? `max turns (${maxTurns}) exceeded; ${missing}` : missing;
  return finish(play, { status: 'failed', error, endReason });
}

function finish(play: Play, outcome: Outcome<'dynamic'>): Outcome<'dynamic'> {
  record(play);
  return { ...play.context.progress(), ...outcome };
}

/** Keeps what has happened, so that it survives a deadline or a cancel in the middle of a call. */
function record({ context, board, turns }: Play): void {
  context.record({
    turns: [...turns],
    checkpoints: board.results(),
    toolCalls: turns.flatMap((turn) => turn.response?.toolCalls ?? []),
    output: turns.findLast((turn) => turn.output !== undefined)?.output,
  });
}
