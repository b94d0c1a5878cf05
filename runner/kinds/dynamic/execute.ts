import type { DynamicCase, Fault, Message, Simulator, Turn } from '../../contract/index.ts';
import { formatContentText, toMessages } from '../../fold/index.ts';
import {
  AgentError,
  type AgentResponse,
  type AttemptContext,
  createFaultOfError,
  type Outcome,
  StoppedError,
  startStopwatch,
} from '../../ports/index.ts';
import { SimulatedUserError } from '../../simulated-user/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { askWithMocks, toTurn } from '../attempt/ask-agent-under-test.ts';
import { createInputErrorOutcome, findFailedParty } from '../attempt/error-outcome.ts';
import { loadInitialMessages } from '../attempt/initial-messages.ts';
import { createJudge } from '../attempt/judge.ts';
import {
  type CaseRunOptions,
  createRefusedCallOutcome,
  getCurrentState,
  takeAnsweredCalls,
} from '../attempt/run-with-mocks.ts';
import { resolveCaseInput } from '../attempt/scripted-input.ts';
import { buildTurnSubject } from '../attempt/subjects.ts';
import { buildUserContractForAttempt, createBuiltInUser, findBuiltInUser, isLastMove } from './built-in-user.ts';
import { createCheckpointTracker } from './checkpoints.ts';
import { abortConversation, type ConversationEnding, concludeConversation, judgeRemainingRules } from './conclude.ts';
import { toConversationMessages } from './conversation.ts';
import { createConversationRuleChecks } from './conversation-rule-checks.ts';
import { type ConversationRun, recordProgress } from './conversation-run.ts';
import { buildForkedMessages, restoreForkedTurns } from './fork.ts';
import { resolveCaseRules } from './rules.ts';
import { askForNextMove, type SimulatorMove, toSimulatorMessage } from './simulator.ts';

const stopTokenPattern = /###[^#\n]{1,40}###/;

/** Finds a control token of the simulator protocol that was sent to the agent as text, such as `###STOP###`. */
function findStopToken(message: string, conversation: readonly Message[]): string | undefined {
  const match = stopTokenPattern.exec(message)?.[0];
  if (match === undefined) return undefined;
  const isKnown = conversation.some(({ content }) => formatContentText(content).includes(match));
  return isKnown ? undefined : match;
}

function createStopTokenFault(stopToken: string, turn: number): Fault {
  return {
    by: 'simulator',
    kind: 'stop_token',
    turn,
    severity: 'critical_hindered',
    rule: 'sends a stop token to the agent as text',
    evidence: stopToken,
    confidence: 'certain',
  };
}

/** The user's part of a turn: a message from the case, or an action of the simulator. */
type UserTurn = { move?: SimulatorMove; ownRules?: DynamicCase['assertions'] };
type UserTurnOutcome = ({ ok: true } & UserTurn) | { ok: false; outcome: Outcome<'dynamic'> };

/** Runs a whole conversation: the user and the agent take turns until a rule, the user or the agent ends it. */
export async function executeDynamic(
  context: AttemptContext,
  rawCase: DynamicCase,
  { authored, toolMocks, judge = createJudge(context), isRecorded = false, unlocked }: CaseRunOptions,
): Promise<Outcome<'dynamic'>> {
  const testCase = resolveCaseRules(rawCase);
  let input: DynamicCase['input'];
  const { checkpoints, strict, turns: scripted, forked } = testCase;
  const contents: ConversationRun['originalContents'] = new WeakMap();
  let conversation: Message[];
  try {
    input = await resolveCaseInput(context, testCase, authored);
    const openingMessages = toMessages(input);
    const initialMessages = forked === undefined ? openingMessages : buildForkedMessages(openingMessages, forked);
    conversation = await loadInitialMessages(context, initialMessages, (message, content) =>
      contents.set(message, content),
    );
  } catch (error) {
    return createInputErrorOutcome(error);
  }
  const tracker = createCheckpointTracker(checkpoints, { strict });
  const ruleChecks = createConversationRuleChecks(testCase, (assertion) =>
    context.emit({ type: 'assertion.finished', assertion }),
  );
  const runFields = { context, judge, testCase, toolMocks, input, checkpointTracker: tracker, ruleChecks };
  const isOpened = toMessages(input).length > 0;
  const builtIn = findBuiltInUser(testCase);
  const contract = builtIn === undefined ? undefined : buildUserContractForAttempt(context, { user: builtIn, input });
  const run: ConversationRun = {
    ...runFields,
    contract,
    unlocked,
    user:
      contract === undefined || isRecorded
        ? undefined
        : createBuiltInUser(context, { contract, connector: builtIn?.connector }),
    isOpened,
    conversation,
    originalContents: contents,
    simulatorConversation: [],
    turns: [],
  };
  if (forked?.rollout !== undefined) context.record({ rollout: forked.rollout });
  recordProgress(run);
  if (!isOpened && testCase.simulator === undefined && scripted === undefined) {
    return {
      status: 'error',
      error: 'input error: without a simulator the case needs an input',
      endReason: 'input_error',
    };
  }
  try {
    const conversationEnd = forked === undefined ? undefined : await restoreForkedTurns(run, forked);
    return conversationEnd ?? (await runTurns(run));
  } catch (error) {
    if (error instanceof StoppedError && error.stopCause === 'timeout') await judgeRemainingRules(run);
    throw error;
  }
}

async function runTurns(play: ConversationRun): Promise<Outcome<'dynamic'>> {
  const { testCase, conversation, isOpened } = play;
  const isScripted = testCase.turns !== undefined;
  const script = [...(isOpened ? [undefined] : []), ...(testCase.turns ?? [])];
  const first = play.turns.length + 1;
  const isUserNext = conversation.length === 0 || (first > 1 && testCase.forked?.message === undefined);
  const mostTurns = computeLastTurnNumber(play, { first, script: isScripted ? script.length : undefined });
  for (let turn = first; turn <= mostTurns; turn += 1) {
    const scripted = script[turn - 1];
    let user: UserTurn = { ownRules: scripted?.assert };
    if (turn > first || isUserNext) {
      const answer = isScripted ? await loadScriptedTurn(play, scripted) : await askSimulator(play, turn);
      if (!answer.ok) return answer.outcome;
      user = answer;
    }
    const turnResult = await runTurn(play, turn, user);
    if (turnResult.outcome !== undefined) return turnResult.outcome;
    const ending = findEnding(play, turnResult, user);
    if (ending !== undefined) return concludeConversation(play, ending);
  }
  return concludeConversation(play, { endReason: isScripted ? 'turns_played' : 'max_turns' });
}

/** The number of the last possible turn. */
function computeLastTurnNumber(
  { testCase: { forked, maxTurns } }: ConversationRun,
  { first, script }: { first: number; script: number | undefined },
): number {
  return forked?.rollout?.alone === true ? first : Math.max(first, script ?? maxTurns);
}

/** Returns how a turn ends the conversation; undefined if it continues. */
function findEnding(
  { testCase, checkpointTracker, user, turns }: ConversationRun,
  turnResult: TurnResult,
  { move }: UserTurn,
): ConversationEnding | undefined {
  if (turnResult.forbidden !== undefined) return { endReason: 'never', reason: turnResult.forbidden };
  const early = checkpointTracker.outOfOrder();
  if (early !== undefined) return { endReason: 'out_of_order', reason: `strict: ${early}` };
  if (testCase.turns !== undefined) return undefined;
  if (testCase.until === 'checkpoints' && checkpointTracker.missing().length === 0) {
    return {
      endReason: 'checkpoints_reached',
      hasMoreToSay: testCase.simulator !== undefined && !isLastMove(move) && user?.wouldEnd(turns) !== true,
    };
  }
  if (move?.goalAchieved === true) return { endReason: 'goal_achieved' };
  if (move?.isRefused === true) return { endReason: 'refused' };
  if (turnResult.hasEnded) return { endReason: 'agent_ended' };
  return testCase.simulator === undefined ? { endReason: 'no_simulator' } : undefined;
}

async function loadScriptedTurn(
  run: ConversationRun,
  scripted: NonNullable<DynamicCase['turns']>[number] | undefined,
): Promise<UserTurnOutcome> {
  if (scripted === undefined) return { ok: true };
  const { context, conversation, originalContents } = run;
  const message: Message = { role: 'user', content: scripted.input };
  try {
    conversation.push(
      ...(await loadInitialMessages(context, [message], (sentMessage, content) =>
        originalContents.set(sentMessage, content),
      )),
    );
    return { ok: true, ownRules: scripted.assert };
  } catch (error) {
    return { ok: false, outcome: createInputErrorOutcome(error) };
  }
}

async function askSimulator(play: ConversationRun, turn: number): Promise<UserTurnOutcome> {
  const { context, testCase, conversation } = play;
  const { simulator } = testCase;
  if (simulator === undefined)
    return { ok: false, outcome: await concludeConversation(play, { endReason: 'no_simulator' }) };
  let move: SimulatorMove;
  try {
    move = await (play.user?.next(play.turns) ?? askAgentForNextMove(play, simulator, turn));
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    if (!(error instanceof AgentError)) context.report({ type: 'fault', fault: createSimulatorFault(error, turn) });
    const outcome = {
      status: 'error',
      error: `simulator error: ${toErrorMessage(error)}`,
      endReason: 'simulator_error',
    } as const;
    return { ok: false, outcome: await abortConversation(play, outcome) };
  }
  if (isLastMove(move) && move.message === '') {
    const endReason = move.goalAchieved ? 'goal_achieved' : 'refused';
    return { ok: false, outcome: await concludeConversation(play, { endReason }) };
  }
  const token = findStopToken(move.message, conversation);
  if (token !== undefined) context.report({ type: 'fault', fault: createStopTokenFault(token, turn) });
  conversation.push({ role: 'user', content: move.message });
  return { ok: true, move };
}

function askAgentForNextMove(
  play: ConversationRun,
  simulator: NonNullable<DynamicCase['simulator']>,
  turn: number,
): Promise<SimulatorMove> {
  const { context, testCase, conversation, simulatorConversation } = play;
  for (const message of conversation.slice(simulatorConversation.length))
    simulatorConversation.push(toSimulatorMessage(restoreOriginalContent(play, message)));
  const calledSimulator = simulator.use === undefined ? recordedUser : simulator;
  return askForNextMove(context, calledSimulator, {
    heard: simulatorConversation,
    turn,
    maxTurns: testCase.maxTurns,
  });
}

function createSimulatorFault(error: unknown, turn: number): Fault {
  const fault = createFaultOfError(error, { role: 'simulator', turn });
  return error instanceof SimulatedUserError
    ? { ...fault, rule: 'none of the answers of its model followed the rules for simulated users' }
    : fault;
}

/** Used in place of the built-in user when the user's messages come from a recording. */
const recordedUser: Simulator = { use: 'built-in user' };

function restoreOriginalContent({ originalContents }: ConversationRun, message: Message): Message {
  return { ...message, content: originalContents.get(message) ?? message.content };
}

type TurnResult = { outcome?: Outcome<'dynamic'>; forbidden?: string | undefined; hasEnded?: boolean };
/** Runs the agent's part of a turn and the checks of the turn. Returns an outcome if the agent failed to answer. */
async function runTurn(run: ConversationRun, turn: number, { move, ownRules }: UserTurn): Promise<TurnResult> {
  const { context, judge, conversation, turns, ruleChecks, toolMocks } = run;
  const { clock } = context.ports;
  const prompt = conversation.at(-1);
  const input = prompt === undefined ? null : restoreOriginalContent(run, prompt).content;
  const startedAt = clock.now();
  const elapsed = startStopwatch(clock);
  const buildTurn = (response: AgentResponse | undefined = takeAnsweredCalls(toolMocks)): Turn =>
    toTurn({ turn, move, input, response, startedAt, durationMs: elapsed() });
  context.emit({ type: 'turn.started', turn, origin: move === undefined ? 'case' : 'simulator', input });
  try {
    const { response, refusal } = await askWithMocks(context, { turn, messages: [...conversation], toolMocks });
    const finishedTurn = buildTurn(response);
    conversation.push(...toConversationMessages(response, turn));
    turns.push(finishedTurn);
    context.emit({ type: 'turn.finished', turn: finishedTurn });
    recordProgress(run);
    const subject = buildTurnSubject(
      { ...finishedTurn, response },
      { before: turns, state: () => getCurrentState(toolMocks, context) },
    );
    run.unjudged = { turn, subject, ownRules };
    if (refusal !== undefined)
      return { outcome: await abortConversation(run, createRefusedCallOutcome(`turn ${turn}: ${refusal}`)) };
    finishedTurn.checkpointsReached = await run.checkpointTracker.checkTurn(
      { judge, emit: context.emit },
      { turn, subject },
    );
    run.unjudged = undefined;
    const forbidden = await ruleChecks.afterTurn(judge, { turn, subject, ownRules });
    recordProgress(run);
    if (response.endsConversation === true) run.endedAt ??= turn;
    return { forbidden, hasEnded: response.endsConversation === true };
  } catch (error) {
    if (error instanceof StoppedError) {
      if (turns.at(-1)?.turn !== turn) turns.push({ ...buildTurn(), error: error.stopCause });
      recordProgress(run);
      throw error;
    }
    const failed = { ...buildTurn(), error: toErrorMessage(error) };
    turns.push(failed);
    context.emit({ type: 'turn.finished', turn: failed });
    const text = `${findFailedParty(error)} error at turn ${turn}: ${toErrorMessage(error)}`;
    return { outcome: await abortConversation(run, { status: 'error', error: text, endReason: 'agent_error' }) };
  }
}
