import {
  type AuthoredCase,
  DEFAULT_MAX_TURNS,
  type DynamicCase,
  type StandardCase,
  type StandardOrDynamicCase,
} from '../contract/index.ts';
import { parseDuration } from '../values/index.ts';
import { isConversation } from './checks/check-conversation.ts';
import { splitInferredRules } from './inferred-rules.ts';

type AuthoredCaseSource = { authored: AuthoredCase; hash: string; line: number };

/** A case as the engine runs it: dynamic when it is a conversation, standard otherwise. */
export function buildCase(origin: AuthoredCaseSource): StandardOrDynamicCase {
  const { accepted: authored, inferred } = splitInferredRules(origin.authored);
  const acceptedCase = { ...origin, authored };
  const testCase = isConversation(authored) ? buildDynamicCase(acceptedCase) : buildStandardCase(acceptedCase);
  addSharedFields(testCase, authored);
  if (inferred !== undefined) testCase.inferred = inferred;
  return testCase;
}

function buildStandardCase({ authored, hash, line }: AuthoredCaseSource): StandardCase {
  const { id, input = '', assert, expected } = authored;
  const testCase: StandardCase = { kind: 'standard', id, hash, line, input, assertions: assert ?? [] };
  if (expected !== undefined && expected !== null) testCase.expected = expected;
  return testCase;
}

function buildDynamicCase({ authored, hash, line }: AuthoredCaseSource): DynamicCase {
  const { id, checkpoints = [], max_turns: maxTurns = DEFAULT_MAX_TURNS } = authored;
  const { input, assert, never, turns, until, strict } = authored;
  const testCase: DynamicCase = { kind: 'dynamic', id, hash, line, checkpoints, maxTurns };
  if (input !== undefined) testCase.input = input;
  if (assert !== undefined) testCase.assertions = assert;
  if (never !== undefined) testCase.never = never;
  if (turns !== undefined) testCase.turns = turns;
  if (until !== undefined) testCase.until = until;
  if (strict !== undefined) testCase.strict = strict;
  return testCase;
}

/** Sets only keys that have a value, so that a file of 100,000 cases takes little memory. */
function addSharedFields(testCase: StandardOrDynamicCase, authored: AuthoredCase): void {
  const { name, tags, skip, quarantine, expect, timeout, user, team, metadata, options, before, after, simulator } =
    authored;
  const { mocks, state, pass, inject } = authored;
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout);
  if (name !== undefined) testCase.name = name;
  if (tags !== undefined) testCase.tags = tags;
  if (skip !== undefined) testCase.skip = skip;
  if (quarantine !== undefined) testCase.quarantine = quarantine;
  if (expect !== undefined) testCase.expect = expect;
  if (timeoutMs !== undefined) testCase.timeoutMs = timeoutMs;
  if (user !== undefined) testCase.user = user;
  if (team !== undefined) testCase.team = team;
  if (metadata !== undefined) testCase.metadata = metadata;
  if (options !== undefined) testCase.options = options;
  if (before !== undefined) testCase.before = before;
  if (after !== undefined) testCase.after = after;
  if (simulator !== undefined) testCase.simulator = simulator;
  if (mocks !== undefined) testCase.mocks = mocks;
  if (state !== undefined) testCase.state = state;
  if (pass !== undefined) testCase.pass = pass;
  if (inject !== undefined) testCase.inject = inject;
}
