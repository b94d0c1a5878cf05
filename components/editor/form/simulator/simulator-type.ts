import type { CaseEdit, CaseSource } from '@/runner/authoring';
import { isJsonObject, type Json } from '@/runner/values';

/**
 * Who plays the user of a conversation. For `messages`, the case lists the user's messages, so nothing simulates the
 * user.
 */
export type SimulatorType = 'nobody' | 'built-in' | 'agent' | 'messages';

const simulatedUserKeys = [
  'goal',
  'facts',
  'unknown',
  'persona',
  'traits',
  'by',
  'give_up',
  'language',
  'seed',
] as const;

const simulatorPath = ['simulator'];
const optionsPath = [...simulatorPath, 'options'];
const metadataPath = [...optionsPath, 'metadata'];

type SimulatorSource = Pick<CaseSource, 'at' | 'textAt' | 'keysAt'>;

/** Returns who plays the user; undefined if the simulator has an unknown form. */
export function detectSimulatorType({ at }: SimulatorSource): SimulatorType | undefined {
  const simulator = at(simulatorPath);
  if (simulator === undefined || simulator === null) return 'nobody';
  if (typeof simulator === 'string') return 'agent';
  if (Array.isArray(simulator)) return 'messages';
  if (!isJsonObject(simulator)) return undefined;
  const isBuiltIn = at([...simulatorPath, 'use']) === undefined && at(optionsPath) === undefined;
  return isBuiltIn ? 'built-in' : 'agent';
}

export type SimulatorTypeChange = {
  edits: CaseEdit[];
  /** The names of the values that are removed, because the new simulator has no fields for them. */
  removed: string[];
};

/** Switches to the built-in simulator. Metadata for which it has fields, such as the goal, is moved to these fields. */
export function switchToBuiltIn(source: SimulatorSource): SimulatorTypeChange {
  const { at, textAt, keysAt } = source;
  if (!isJsonObject(at(simulatorPath))) {
    const agent = at(simulatorPath);
    return {
      edits: [{ kind: 'write', path: simulatorPath, text: '{"goal": ""}' }],
      removed: typeof agent === 'string' && agent !== '' ? [`the agent ${agent}`] : [],
    };
  }
  const isMovedUserField = (key: string): boolean => isUserField(key) && at([...simulatorPath, key]) === undefined;
  const movedFields = keysAt(metadataPath).filter(isMovedUserField);
  const edits = movedFields.map((key): CaseEdit => {
    return { kind: 'write', path: [...simulatorPath, key], text: textAt([...metadataPath, key]) ?? '""' };
  });
  if (at([...simulatorPath, 'goal']) === undefined && !movedFields.includes('goal')) {
    edits.push({ kind: 'set', path: [...simulatorPath, 'goal'], value: '' });
  }
  const use = at([...simulatorPath, 'use']);
  const connector = at([...optionsPath, 'connector']);
  const removedKeys = [
    ...(typeof use === 'string' && use !== '' ? [`the agent ${use}`] : []),
    ...(typeof connector === 'string' ? [`the connector ${connector}`] : []),
    ...keysAt(metadataPath).filter((key) => !movedFields.includes(key)),
  ];
  return {
    edits: [...edits, { kind: 'remove', path: optionsPath }, { kind: 'remove', path: [...simulatorPath, 'use'] }],
    removed: removedKeys,
  };
}

/**
 * Switches to an agent as simulator. The fields of the built-in simulator become metadata for the agent. `before` is
 * the value that the simulator had when an agent was used last; its other parts are restored.
 */
export function switchToAgent(
  source: SimulatorSource,
  { agent, before }: { agent: string; before?: Json | undefined },
): SimulatorTypeChange {
  const { at, textAt, keysAt } = source;
  const earlier = isJsonObject(before) ? before : { use: before ?? agent };
  const use = earlier.use ?? agent;
  if (!isJsonObject(at(simulatorPath)))
    return { edits: [{ kind: 'set', path: simulatorPath, value: { ...earlier, use } }], removed: [] };
  const movedFields = keysAt(simulatorPath).filter(isUserField);
  const edits: CaseEdit[] = [{ kind: 'set', path: [...simulatorPath, 'use'], value: use }];
  const earlierOptions = isJsonObject(earlier.options) ? earlier.options : {};
  const { connector, metadata: earlierMetadata = {} } = earlierOptions;
  if (connector !== undefined) edits.push({ kind: 'set', path: [...optionsPath, 'connector'], value: connector });
  for (const key of movedFields) {
    edits.push({ kind: 'append', path: [...metadataPath, key], text: textAt([...simulatorPath, key]) ?? '""' });
    edits.push({ kind: 'remove', path: [...simulatorPath, key] });
  }
  const others = isJsonObject(earlierMetadata) ? Object.entries(earlierMetadata) : [];
  for (const [key, value] of others) {
    if (!isUserField(key)) edits.push({ kind: 'append', path: [...metadataPath, key], text: JSON.stringify(value) });
  }
  return { edits, removed: [] };
}

export function isUserField(key: string): boolean {
  return simulatedUserKeys.some((field) => field === key);
}
