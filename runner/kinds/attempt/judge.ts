import { BUILT_IN_JUDGE, isForBuiltInJudge, listJudgeCriteria } from '../../assertions/agent/built-in-judge.ts';
import { removeQuotedPrompt } from '../../assertions/agent/remove-quoted-prompt.ts';
import { evaluateAssertion, evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { toToolCallReport } from '../../assertions/match-tool.ts';
import type { AssertionHelpers, AssertionOf, JudgeVote, Subject, ValidationCall } from '../../assertions/subject.ts';
import { askJudge, type JudgedContent, judgePrompt } from '../../built-in-judge/index.ts';
import type { Assertion, AssertionResult, Fault, Message } from '../../contract/index.ts';
import { type AttemptContext, createFaultOfError, type ModelCall, StoppedError } from '../../ports/index.ts';
import { castToJson, isJsonObject, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';

/**
 * How to judge an assertion. `terse` leaves out the explanation of a failure where it is not shown. `sharedAssertions`
 * has all assertions on the same subject, so that the built-in judge is called once for all of them.
 */
export type AssertionJudgement = {
  assertion: Assertion;
  subject: Subject;
  turn: number;
  terse?: boolean;
  sharedAssertions?: readonly Assertion[];
};

export type JudgeAssertion = (judgement: AssertionJudgement) => AssertionResult | Promise<AssertionResult>;

/** Checks assertions within the attempt's deadline. Validators and scripts run through the attempt's ports. */
export function createJudge(context: AttemptContext): JudgeAssertion {
  const { deadline } = context;
  const shareCalls = createSharedJudgeCalls(context);
  return ({ assertion, subject, turn, terse, sharedAssertions = [assertion] }) => {
    const stopCause = deadline.stopped();
    if (stopCause !== undefined) throw new StoppedError(stopCause);
    const result = evaluateAssertionSynchronously({ assertion, subject, terse });
    if (result !== undefined) return result;
    const judgeAgentAssertion = (agentAssertion: AssertionOf<'agent'>) =>
      shareCalls({ assertion: agentAssertion, subject, turn, sharedAssertions });
    const helpers: AssertionHelpers = {
      ...createAssertionHelpers(context, turn),
      askBuiltInJudge: judgeAgentAssertion,
    };
    return deadline.run((signal) => evaluateAssertion({ assertion, subject, helpers }, signal));
  };
}

/**
 * Makes only checks that need no calls, for an attempt that was aborted. Lists checks that need a judge or a snapshot
 * as not judged.
 */
export const judgeOffline: JudgeAssertion = ({ assertion, subject }) =>
  evaluateAssertionSynchronously({ assertion, subject }) ?? {
    type: assertion.type,
    status: 'error',
    message: 'not judged, because the attempt ended early',
  };

type BuiltInJudgeQuestion = {
  assertion: AssertionOf<'agent'>;
  subject: Subject;
  turn: number;
  sharedAssertions: readonly Assertion[];
};

/**
 * Asks the built-in judge. Assertions on the same subject share one call, if they name the same connector and the same
 * number of votes.
 */
function createSharedJudgeCalls(context: AttemptContext): (question: BuiltInJudgeQuestion) => Promise<JudgeVote[]> {
  let sharedCalls:
    | { subject: Subject; sharedAssertions: readonly Assertion[]; calls: Map<string, Promise<JudgeVote[]>> }
    | undefined;
  return async ({ assertion, subject, turn, sharedAssertions }) => {
    if (sharedCalls?.subject !== subject || sharedCalls.sharedAssertions !== sharedAssertions)
      sharedCalls = { subject, sharedAssertions, calls: new Map() };
    const key = toSharedCallKey(assertion);
    const sharingAssertions = sharedAssertions.filter(
      (other): other is AssertionOf<'agent'> =>
        other.type === 'agent' && isForBuiltInJudge(other) && !hasJudgedScope(other) && toSharedCallKey(other) === key,
    );
    const group = sharingAssertions.includes(assertion) ? sharingAssertions : [assertion];
    const call = sharedCalls.calls.get(key) ?? castVotes(context, { group, subject, turn });
    sharedCalls.calls.set(key, call);
    const first = group
      .slice(0, group.indexOf(assertion))
      .reduce((sum, other) => sum + listJudgeCriteria(other).length, 0);
    return (await call).map(({ rulings, request, ...vote }) => ({
      ...vote,
      rulings: rulings.slice(first, first + listJudgeCriteria(assertion).length),
      // The judge's request contains the whole conversation, so only the first assertion of a group stores it.
      request: group[0] === assertion ? request : undefined,
    }));
  };
}

function toSharedCallKey({ options, votes = 1 }: AssertionOf<'agent'>): string {
  return JSON.stringify([options?.connector ?? null, votes]);
}

function hasJudgedScope({ on }: AssertionOf<'agent'>): boolean {
  return on !== undefined;
}

type SharedCallGroup = { group: readonly AssertionOf<'agent'>[]; subject: Subject; turn: number };

async function castVotes(context: AttemptContext, { group, subject, turn }: SharedCallGroup): Promise<JudgeVote[]> {
  const [first] = group;
  const connector = first?.options?.connector ?? context.planned.judge?.connector;
  const content = buildJudgedContent(context, subject, group);
  const votes: JudgeVote[] = [];
  while (votes.length < (first?.votes ?? 1)) {
    const judgement = await askJudge(content, (messages) =>
      askHelper(context, { use: BUILT_IN_JUDGE, connector, messages }, turn),
    );
    votes.push({ ...judgement, connector, prompt: `judge ${judgePrompt.version}` });
  }
  return votes;
}

/** Returns the conversation in the form for the built-in judge. A single answer becomes one turn. */
function buildJudgedContent(
  { planned }: Pick<AttemptContext, 'planned'>,
  { conversation, conversationSoFar, input, value, toolCalls, state }: Subject,
  group: readonly AssertionOf<'agent'>[],
): JudgedContent {
  const criteria = group.flatMap(listJudgeCriteria);
  const examples = group.flatMap((assertion) =>
    assertion.examples === undefined ? [] : [{ criteria: listJudgeCriteria(assertion), answers: assertion.examples }],
  );
  const buildSingleTurn = (): JsonObject => ({
    turn: 1,
    input,
    output: value,
    tool_calls: toolCalls.map(toToolCallReport),
  });
  const turns =
    conversationSoFar?.turns ?? (Array.isArray(conversation) ? conversation.filter(isJsonObject) : [buildSingleTurn()]);
  const simulator: Json = castToJson(planned.case.simulator ?? null);
  const user = isJsonObject(simulator) ? simulator : {};
  const options = isJsonObject(user.options) ? user.options : {};
  const metadata = isJsonObject(options.metadata) ? options.metadata : {};
  const simulatorFields = { goal: user.goal ?? metadata.goal, facts: user.facts };
  const judgedContent = {
    criteria,
    turns,
    judgedTurn: conversationSoFar?.turn,
    ...simulatorFields,
    state: state ?? conversationSoFar?.state,
  };
  return examples.length === 0 ? judgedContent : { ...judgedContent, examples };
}

function createAssertionHelpers(context: AttemptContext, turn: number): Omit<AssertionHelpers, 'askBuiltInJudge'> {
  const { planned, ports } = context;
  const { snapshots } = ports;
  return {
    askValidator: (call) => askValidator(context, call, turn),
    onUndecided: (kind, evidence) =>
      context.report({ type: 'fault', fault: createJudgeFault({ kind, evidence, turn }) }),
    runScript({ reference, arguments: values }, signal) {
      context.emit({ type: 'phase.started', turn, phase: 'script' });
      const { baseDir, agentId } = planned;
      const services = context.services(turn);
      return ports.scripts
        .runFunction({ reference, baseDir, agentId, arguments: values, services }, signal)
        .catch((error: unknown) => {
          if (!signal.aborted)
            context.report({ type: 'fault', fault: createFaultOfError(error, { role: 'script', turn }) });
          throw error;
        });
    },
    compareSnapshot:
      snapshots &&
      ((call) => {
        const answer = snapshots.ask({ ...call, suiteKey: planned.suiteKey, caseId: planned.case.id });
        if (answer.kind === 'written') {
          const note = `the snapshot "${call.name}" was written to ${answer.file}`;
          const task = isEmptyJson(call.value)
            ? 'the snapshot is empty, so check its "path"'
            : 'read it, because later runs only compare with this answer, right or wrong';
          context.report({ type: 'warning', text: `${note}; ${task}` });
        }
        return answer;
      }),
  };
}

/** True for null and for an empty text, list or object. */
function isEmptyJson(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

type JudgeProblem = Pick<Fault, 'kind' | 'evidence' | 'turn'>;

/**
 * Creates the fault for a judge's reply that contains no valid verdict. It is minor, because it matters only if nothing
 * else explains the failure.
 */
export function createJudgeFault(problem: JudgeProblem): Fault {
  return {
    by: 'judge',
    severity: 'minor',
    rule: 'the reply of a judge is not a valid verdict',
    confidence: 'certain',
    ...problem,
  };
}

/**
 * Calls a validator agent within the attempt's deadline. Returns its reply without passages that only quote the prompt.
 */
export async function askValidator(
  context: AttemptContext,
  { use, connector, request }: ValidationCall,
  turn: number,
): Promise<string> {
  const message = toUserMessage(request);
  const prompts = [message.content, request.output].filter((text) => typeof text === 'string');
  const answer = await askHelper(
    context,
    {
      use,
      connector,
      messages: [message],
      metadata: { ...withoutUndefined({ criteria: request.criteria }), test_mode: 'validator' },
      onModelCall: ({ request: helperRequest }) =>
        prompts.push(...(helperRequest?.messages ?? []).flatMap(listPromptTexts)),
    },
    turn,
  );
  return removeQuotedPrompt(answer, prompts);
}

type HelperCall = Pick<ValidationCall, 'use'> & {
  connector: string | undefined;
  messages: Message[];
  metadata?: JsonObject;
  onModelCall?: (call: ModelCall) => void;
};

/** Calls a judge within the attempt's deadline, whether it is built in or written by the user. */
async function askHelper(
  context: AttemptContext,
  { use, connector, messages, metadata, onModelCall }: HelperCall,
  turn: number,
): Promise<string> {
  const { content, next } = await context.ask({
    role: 'judge',
    phase: 'judge',
    turn,
    agentId: use,
    connector,
    messages,
    options: metadata === undefined ? {} : { metadata },
    sessionId: `${context.sessionId}:judge`,
    ...(onModelCall === undefined ? {} : { onModelCall }),
  });
  return content === '' && next !== undefined ? JSON.stringify(next) : content;
}

/** Returns the texts of a message in a prompt; empty for messages of the model itself. */
function listPromptTexts(message: Json): string[] {
  if (!isJsonObject(message) || message.role === 'assistant') return [];
  const contentParts = Array.isArray(message.content) ? message.content : [message.content];
  return contentParts.flatMap((contentPart = null) => {
    const text = isJsonObject(contentPart) ? contentPart.text : contentPart;
    return typeof text === 'string' ? text : [];
  });
}

/** Converts a request for a helper agent to one user message of JSON. */
export function toUserMessage(request: JsonObject): Message {
  return { role: 'user', content: JSON.stringify(request) };
}
