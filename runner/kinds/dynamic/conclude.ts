import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, CheckpointResult, EndReason, Fault } from '../../contract/index.ts';
import type { Outcome } from '../../ports/index.ts';
import { isRefusalOfAgent } from '../../simulated-user/index.ts';
import { castToJson } from '../../values/index.ts';
import { judgeOffline } from '../attempt/judge.ts';
import { getCurrentState, withUnusedCaseParts } from '../attempt/run-with-mocks.ts';
import { buildConversationSubject, buildTurnSubject } from '../attempt/subjects.ts';
import { findRulesOnUncalledTools } from '../attempt/uncalled-tools.ts';
import { findUncheckedNumbersInCaseName } from '../attempt/unchecked-expectations.ts';
import { findUnjudgedParts, type RuleWithSubjects } from '../attempt/unjudged.ts';
import { findConversationMistakes } from './conversation-mistakes.ts';
import { mustHoldInEveryTurn } from './conversation-rule-checks.ts';
import { type ConversationRun, recordProgress, recordSimulatedUserReport } from './conversation-run.ts';
import { determineConversationVerdict } from './conversation-verdict.ts';
import {
  type ConversationFacts,
  collectFacts,
  createSimulatorHint,
  type HintRule,
  quoteText,
} from './hints/conversation-facts.ts';
import { findEarlyEnd } from './hints/find-early-end.ts';
import { findInventedFact } from './hints/find-invented-fact.ts';
import { findLanguageSwitch } from './hints/find-language-switch.ts';
import { findLeakedTestData } from './hints/find-leak.ts';
import { findRepetition } from './hints/find-repetition.ts';
import { findWithheldValue } from './hints/find-withheld-value.ts';
import { judgeInferredRules } from './judge-inferred.ts';
import { listAssertions } from './rules.ts';

/** Phrases that an assistant uses, but a user does not. */
const assistantPhrasePatterns = [
  /\bhow (?:can|may) i (?:help|assist) you\b/i,
  /\bis there anything else (?:that )?i can (?:help|assist|do)\b/i,
  /\bi(?:'m| am) here to (?:help|assist) you\b/i,
  /\bi(?:'d| would) be (?:happy|glad) to (?:help|assist) you\b/i,
  /\bthank you for (?:contacting|reaching out to|calling) us\b/i,
];
const aiDisclosurePattern = /\bas an ai(?: language model| assistant)?\b/i;

/** Matches a word from each of the phrases, as a quick check. */
const roleSwapWordPattern = /\b(?:help|assist|anything else|as an ai|thank you for)\b/;

/** Finds messages in which the simulator answers as if it were the assistant. */
const findRoleSwap: HintRule = ({ messages, persona, goal, simulatorText }) => {
  if (!roleSwapWordPattern.test(simulatorText)) return [];
  const servesByRole =
    assistantPhrasePatterns.some((words) => words.test(`${persona} ${goal}`)) || aiDisclosurePattern.test(persona);
  if (servesByRole) return [];
  const match = messages.find(
    ({ text }) => aiDisclosurePattern.test(text) || assistantPhrasePatterns.some((words) => words.test(text)),
  );
  if (match === undefined) return [];
  const { turn, text } = match;
  return [
    createSimulatorHint({ kind: 'role_swap', turn, rule: 'answers as the assistant', evidence: quoteText(text) }),
  ];
};

/** Matches instructions in the agent's texts that address the simulator itself instead of the user that it plays. */
const injectedInstructionPattern =
  /\b(?:ignore|disregard|forget)\s+(?:all |any |your |the |previous |prior |other )+(?:instructions?|goals?|prompts?|rules?)\b|\bgoal_achieved\b/i;
const quotedTextPattern = /["“'‘]([^"”'’\n]{3,80})["”'’]/g;

/** Finds messages in which the simulator obeys an instruction from a text of the agent or a tool. */
const findObeyedInstruction: HintRule = ({ messages, simulatorKnowledge }) => {
  for (const { turn, text, isContent, agentText, toolText } of messages) {
    const source = injectedInstructionPattern.test(agentText) ? agentText : findPlantedInstruction(toolText());
    if (source === undefined || injectedInstructionPattern.test(simulatorKnowledge)) continue;
    const words = [...source.matchAll(quotedTextPattern)].flatMap(([, quote = '']) =>
      /goal_achieved/.test(quote) ? [] : [quote],
    );
    const repeatedQuote = words.find((quote) => text.toLowerCase().includes(quote.toLowerCase()));
    const hasEnded = isContent && /goal_achieved/i.test(source);
    if (repeatedQuote === undefined && !hasEnded) continue;
    const evidence =
      repeatedQuote === undefined
        ? 'ends the conversation as instructed'
        : `says ${quoteText(repeatedQuote)} as instructed`;
    return [createSimulatorHint({ kind: 'obeys', turn, rule: 'follows an injected instruction', evidence })];
  }
  return [];
};

function findPlantedInstruction(text: string): string | undefined {
  return injectedInstructionPattern.test(text) ? text : undefined;
}

/** Reports that all required checkpoints were reached, but the simulator never declared its goal achieved. */
const findMissingGoodbye: HintRule = ({ messages, checkpoints, turns, endReason }) => {
  const required = checkpoints.filter(({ required: isRequired, invariant }) => isRequired && invariant === undefined);
  const isReached = required.length > 0 && required.every(({ reached }) => reached);
  if (endReason !== 'max_turns' || messages.length === 0 || !isReached) return [];
  const last = Math.max(...required.map(({ reachedAtTurn = 1 }) => reachedAtTurn));
  const evidence = `all required checkpoints were reached in turn ${last}, but it continued to turn ${turns.at(-1)?.turn ?? last}`;
  return [
    createSimulatorHint({
      kind: 'never_ends',
      severity: 'minor',
      rule: 'never reports its goal as achieved',
      evidence,
    }),
  ];
};

const hintRules: readonly HintRule[] = [
  findRepetition,
  findLeakedTestData,
  findInventedFact,
  findEarlyEnd,
  findRoleSwap,
  findObeyedInstruction,
  findLanguageSwitch,
  findMissingGoodbye,
  findWithheldValue,
];

/**
 * Finds probable mistakes of the simulator in a finished conversation. Calls no models and does not affect the verdict.
 */
function findSimulatorHints(conversation: Parameters<typeof collectFacts>[0]): Fault[] {
  // The built-in user always follows its goals and facts, so only other simulators are examined.
  if (conversation.testCase.simulator?.use === undefined) return [];
  const facts: ConversationFacts = collectFacts(conversation);
  return facts.turns.length === 0 ? [] : hintRules.flatMap((rule) => rule(facts));
}

/**
 * How a conversation ended, the reason if the ending fails the case, and whether the simulator's goal was still open.
 */
export type ConversationEnding = { endReason: EndReason; reason?: string; hasMoreToSay?: boolean };

/** Judges the whole conversation after its end. */
export async function concludeConversation(
  run: ConversationRun,
  { endReason, reason, hasMoreToSay = false }: ConversationEnding,
): Promise<Outcome<'dynamic'>> {
  const { context, judge, testCase, checkpointTracker, ruleChecks, turns } = run;
  const turn = turns.at(-1)?.turn ?? 1;
  const subject = buildWholeConversationSubject(run);
  await ruleChecks.atEnd(judge, { turn, subject });
  checkpointTracker.endConversation(context, turn);
  await recordInferredRules(run);
  const verdict = determineConversationVerdict({
    board: checkpointTracker,
    whole: ruleChecks,
    endReason,
    reason,
    maxTurns: testCase.maxTurns,
  });
  if (verdict !== undefined) return finishConversation(run, verdict);
  const unjudged = findUnjudgedParts(listRulesWithSubjects(run, subject), {
    toolCalls: subject.toolCalls,
    endedBeforeDone: hasMoreToSay,
    slips: findConversationMistakes(run, { endReason, toolCalls: subject.toolCalls }),
  });
  return finishConversation(run, { status: 'passed', endReason, ...unjudged });
}

export async function abortConversation(
  play: ConversationRun,
  outcome: Outcome<'dynamic'>,
): Promise<Outcome<'dynamic'>> {
  await judgeRemainingRules(play);
  return finishConversation(play, outcome);
}

/** After an error or timeout, still makes the checks that need no calls, and lists the others as not judged. */
export async function judgeRemainingRules(run: ConversationRun): Promise<void> {
  const { context, checkpointTracker, ruleChecks, turns, unjudged } = run;
  if (unjudged !== undefined) {
    const endsConversation = await checkpointTracker.checkTurn({ judge: judgeOffline, emit: context.emit }, unjudged);
    const turn = turns.find((each) => each.turn === unjudged.turn);
    if (turn !== undefined) turn.checkpointsReached = endsConversation;
    await ruleChecks.afterTurn(judgeOffline, unjudged);
  }
  await ruleChecks.atEnd(judgeOffline, {
    turn: turns.at(-1)?.turn ?? 1,
    subject: buildWholeConversationSubject(run),
  });
  recordProgress(run);
  await recordInferredRules(run);
}

/**
 * Returns the data on which assertions on the whole conversation are evaluated, including the facts that the agent
 * asked the built-in user for. Also stores the report on that user, which contains these facts.
 */
function buildWholeConversationSubject(run: ConversationRun): Subject {
  const { context, input, turns, toolMocks } = run;
  const subject = buildConversationSubject(input, turns, getCurrentState(toolMocks, context));
  const user = recordSimulatedUserReport(run);
  if (user !== undefined) subject.facts = user.facts;
  return subject;
}

async function recordInferredRules(run: ConversationRun): Promise<void> {
  const { context, testCase, turns, checkpointTracker } = run;
  if (testCase.inferred === undefined) return;
  const inferred = await judgeInferredRules(testCase, {
    turns,
    subject: buildWholeConversationSubject(run),
    checkpoints: checkpointTracker.results(),
  });
  if (inferred !== undefined) context.record({ inferred });
}

function finishConversation(play: ConversationRun, outcome: Outcome<'dynamic'>): Outcome<'dynamic'> {
  recordProgress(play);
  const { context, testCase, turns, checkpointTracker } = play;
  const { endReason, status } = outcome;
  const isFailing = status !== 'passed';
  const hints = findSimulatorHints({ testCase, turns, checkpoints: checkpointTracker.results(), endReason, isFailing });
  for (const hint of hints) context.report({ type: 'fault', fault: hint });
  const toolCalls = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  const uncheckedNumbers = findUncheckedNumbersInCaseName({
    testCase,
    rules: listAssertions(testCase),
    inputs: turns.map((turn) => castToJson(turn.input)),
    answers: turns.map(({ response }) => response?.content ?? ''),
    toolCalls,
  });
  const { assertions = [], turns: scripted = [], mocks } = testCase;
  const rules = [...assertions, ...scripted.flatMap(({ assert = [] }) => assert)];
  const uncalled = findRulesOnUncalledTools({ rules, toolCalls, mocks });
  return {
    ...play.context.findings().progress,
    ...outcome,
    ...withUnusedCaseParts(outcome, [
      ...checkpointTracker.results().flatMap(describeUnusedCheckpoint),
      ...describeUnusedTrait(play),
      ...uncheckedNumbers,
      ...uncalled,
    ]),
  };
}

/** Returns the rules of the case, each with the answers to which it applies. */
function listRulesWithSubjects(
  { testCase, isOpened, turns }: ConversationRun,
  conversation: Subject,
): RuleWithSubjects[] {
  const { checkpoints, assertions = [], never = [], turns: scripted = [] } = testCase;
  const answeredSubjects = turns.flatMap(({ response, ...turn }) =>
    response === undefined ? [] : [buildTurnSubject({ ...turn, response })],
  );
  const pairRulesWithSubjects = (
    rules: readonly Assertion[],
    subjects: readonly Subject[],
    isForbidden = false,
  ): RuleWithSubjects[] => rules.map((assertion) => ({ assertion, isForbidden, subjects }));
  const first = isOpened ? 1 : 0;
  return [
    ...checkpoints.flatMap(({ assert }) => pairRulesWithSubjects(assert, answeredSubjects)),
    ...scripted.flatMap(({ assert = [] }, index) =>
      pairRulesWithSubjects(assert, answeredSubjects.slice(first + index, first + index + 1)),
    ),
    ...pairRulesWithSubjects(never, answeredSubjects, true),
    ...assertions.flatMap((assertion) =>
      pairRulesWithSubjects([assertion], mustHoldInEveryTurn(assertion) ? answeredSubjects : [conversation]),
    ),
  ];
}

/**
 * Describes an optional checkpoint that was not reached, or an invariant that was never checked because its
 * prerequisites were not reached.
 */
function describeUnusedCheckpoint({ id, required, reached, invariant }: CheckpointResult): string[] {
  if (invariant === 'not_judged') return [`checkpoint ${id}, whose prerequisites ("after") were never reached`];
  return required || reached || invariant !== undefined ? [] : [`optional checkpoint ${id}`];
}

/**
 * Reports that the trait `push_back` had no effect, because the agent refused nothing. Only for rule-based users, which
 * contradict a refusal if they have another turn; models may take other answers for refusals.
 */
function describeUnusedTrait({ context, testCase, turns }: ConversationRun): string[] {
  const { simulator } = testCase;
  if (simulator === undefined || !('traits' in simulator) || simulator.traits?.includes('push_back') !== true)
    return [];
  if (context.findings().progress.simulator?.by !== 'rules') return [];
  const isContradicted = turns.slice(0, -1).some(({ response }) => isRefusalOfAgent(response?.content ?? ''));
  return isContradicted ? [] : ['trait push_back, because the agent refused nothing'];
}
