import {
  type Assertion,
  assertionSchema,
  authoredCaseSchema,
  type CaseInput,
  checkpointSchema,
  DEFAULT_MAX_TURNS,
  type DynamicCase,
  type InferredRules,
} from '../contract/index.ts';
import { conversationKeys } from '../inputs/conversation-keys.ts';
import { isInferredRuleSource } from '../inputs/inferred-rules.ts';
import { normalizeKeys } from '../inputs/normalize-keys.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/index.ts';

/** An assertion and its path in the case. `assertion` is undefined if it is invalid. */
export type DryRunAssertion = { path: JsonPath; type: string; assertion?: Assertion };

export type DryRunCheckpointSource = {
  index: number;
  id: string;
  description?: string;
  after: string[];
  required: boolean;
  checks: DryRunAssertion[];
};

/** The parts of a case that a dry run needs. The case may have problems. */
export type DryRunCase = { inferred?: InferredRules | undefined } & DryRunRules;

type DryRunRules =
  | { kind: 'standard'; input: CaseInput; expected?: Json; checks: DryRunAssertion[] }
  | {
      kind: 'dynamic';
      checkpoints: DryRunCheckpointSource[];
      /** The assertions on the whole conversation. `never` contains those that must not hold in any turn. */
      whole: DryRunAssertion[];
      never: DryRunAssertion[];
      /** The assertions of each turn, if the case lists the user's messages. */
      scripted?: DryRunAssertion[][];
      input?: CaseInput;
      until?: DynamicCase['until'];
      strict: boolean;
      maxTurns: number;
      simulator?: NonNullable<DynamicCase['simulator']>;
    };

const {
  input: inputSchema,
  max_turns: maxTurnsSchema,
  simulator: simulatorSchema,
  until: untilSchema,
} = authoredCaseSchema.shape;
const { after: afterSchema, required: requiredSchema } = checkpointSchema.shape;

export function parseDryRunCase(value: Json): DryRunCase {
  const normalized = normalizeKeys(authoredCaseSchema, value).value;
  const fields: JsonObject = isJsonObject(normalized) ? normalized : {};
  return { ...parseDryRunRules(fields), inferred: parseInferredRules(fields) };
}

/** Returns the inferred rules that nobody has accepted yet, without invalid ones. */
function parseInferredRules({ assert, never, checkpoints }: JsonObject): InferredRules | undefined {
  const selectInferredRules = (list: Json | undefined): Json[] =>
    (Array.isArray(list) ? list : [list ?? null]).filter(isInferredRuleSource);
  const inferred = {
    assertions: selectInferredRules(assert).flatMap((rule) => assertionSchema.safeParse(rule).data ?? []),
    never: selectInferredRules(never).flatMap((rule) => assertionSchema.safeParse(rule).data ?? []),
    checkpoints: selectInferredRules(checkpoints).flatMap((rule) => checkpointSchema.safeParse(rule).data ?? []),
  };
  return Object.values(inferred).every(({ length }) => length === 0) ? undefined : inferred;
}

function parseDryRunRules(fields: JsonObject): DryRunRules {
  if (conversationKeys.some((key) => fields[key] !== undefined)) {
    const script = (['turns', 'simulator'] as const).find((key) => Array.isArray(fields[key]));
    return {
      kind: 'dynamic',
      checkpoints: (Array.isArray(fields.checkpoints) ? fields.checkpoints : []).flatMap((checkpoint, index) =>
        isInferredRuleSource(checkpoint) ? [] : [parseDryRunCheckpoint(checkpoint, index)],
      ),
      whole: parseDryRunAssertions(fields.assert, ['assert']),
      never: parseDryRunAssertions(fields.never, ['never']),
      scripted: script === undefined ? undefined : parseRulesOfTurns(fields, script),
      input: fields.input === undefined ? undefined : (inputSchema.safeParse(fields.input).data ?? '…'),
      until: untilSchema.safeParse(fields.until).data,
      strict: fields.strict === true,
      maxTurns: maxTurnsSchema.safeParse(fields.max_turns).data ?? DEFAULT_MAX_TURNS,
      ...(fields.simulator === undefined || script !== undefined
        ? {}
        : { simulator: parseSimulator(fields.simulator) }),
    };
  }
  const input = inputSchema.safeParse(fields.input).data ?? '';
  const checks = parseDryRunAssertions(fields.assert, ['assert']);
  const { expected } = fields;
  if (expected === undefined || expected === null) return { kind: 'standard', input, checks };
  if (checks.length > 0) return { kind: 'standard', input, expected, checks };
  const equality: DryRunAssertion = {
    path: ['expected'],
    type: 'equals',
    assertion: { type: 'equals', value: expected },
  };
  return { kind: 'standard', input, expected, checks: [equality] };
}

/** Parses the simulator. An invalid simulator does not matter, because the user's messages come from the recording. */
function parseSimulator(value: Json): NonNullable<DynamicCase['simulator']> {
  const simulator = simulatorSchema.safeParse(value).data;
  return simulator === undefined || Array.isArray(simulator) ? { use: '' } : simulator;
}

/**
 * Returns a copy of an assertion, or a placeholder if it is invalid. It is always a new object, because results are
 * assigned to assertions by object identity.
 */
export function toAssertionOrPlaceholder({ assertion }: DryRunAssertion): Assertion {
  return { ...(assertion ?? { type: 'contains', value: '' }) };
}

function parseDryRunCheckpoint(value: Json, index: number): DryRunCheckpointSource {
  const fields: JsonObject = isJsonObject(value) ? value : {};
  return {
    index,
    id: typeof fields.id === 'string' ? fields.id : `${index + 1}`,
    ...(typeof fields.description === 'string' ? { description: fields.description } : {}),
    after: afterSchema.safeParse(fields.after).data ?? [],
    required: requiredSchema.safeParse(fields.required).data ?? true,
    checks: parseDryRunAssertions(fields.assert, ['checkpoints', index, 'assert']),
  };
}

function parseRulesOfTurns(fields: JsonObject, key: 'turns' | 'simulator'): DryRunAssertion[][] {
  const turns = fields[key];
  return (Array.isArray(turns) ? turns : []).map((turn, index) =>
    isJsonObject(turn) ? parseDryRunAssertions(turn.assert, [key, index, 'assert']) : [],
  );
}

function parseDryRunAssertions(assert: Json | undefined, path: JsonPath): DryRunAssertion[] {
  if (assert === undefined || assert === null) return [];
  const items = Array.isArray(assert) ? assert : [assert];
  return items.flatMap((item, index): DryRunAssertion[] => {
    if (isInferredRuleSource(item)) return [];
    const place = { path: [...path, index], type: getAssertionType(item) };
    const assertion = assertionSchema.safeParse(item).data;
    return [assertion === undefined ? place : { ...place, assertion }];
  });
}

function getAssertionType(item: Json): string {
  return isJsonObject(item) && typeof item.type === 'string' ? item.type : 'assertion';
}
