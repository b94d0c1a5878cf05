import type { CaseEdit, CaseSource } from '@/runner/authoring';
import { isJsonObject, type Json } from '@/runner/values';

/**
 * Who plays the user of a conversation. For `messages`, the case lists the user's messages, so nothing simulates the
 * user.
 */
export type SimulatorType = 'nobody' | 'built-in' | 'agent' | 'messages';

const userFields = ['goal', 'facts', 'unknown', 'persona', 'traits', 'by', 'give_up', 'language', 'seed'] as const;

const path = ['simulator'];
const options = [...path, 'options'];
const metadata = [...options, 'metadata'];

type SimulatorSource = Pick<CaseSource, 'at' | 'textAt' | 'keysAt'>;

/** Returns who plays the user; undefined if the simulator has an unknown form. */
export function detectSimulatorType({ at }: SimulatorSource): SimulatorType | undefined {
  const simulator = at(path);
  if (simulator === undefined || simulator === null) return 'nobody';
  if (typeof simulator === 'string') return 'agent';
  if (Array.isArray(simulator)) return 'messages';
  if (!isJsonObject(simulator)) return undefined;
  const isBuiltIn = at([...path, 'use']) === undefined && at(options) === undefined;
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
  if (!isJsonObject(at(path))) {
    const agent = at(path);
    return {
      edits: [{ kind: 'write', path, text: '{"goal": ""}' }],
      removed: typeof agent === 'string' && agent !== '' ? [`the agent ${agent}`] : [],
    };
  }
  const isMovedUserField = (key: string): boolean => isUserField(key) && at([...path, key]) === undefined;
  const movedFields = keysAt(metadata).filter(isMovedUserField);
  const edits = movedFields.map((key): CaseEdit => {
    return { kind: 'write', path: [...path, key], text: textAt([...metadata, key]) ?? '""' };
  });
  if (at([...path, 'goal']) === undefined && !movedFields.includes('goal')) {
    edits.push({ kind: 'set', path: [...path, 'goal'], value: '' });
  }
  const use = at([...path, 'use']);
  const connector = at([...options, 'connector']);
  const removedKeys = [
    ...(typeof use === 'string' && use !== '' ? [`the agent ${use}`] : []),
    ...(typeof connector === 'string' ? [`the connector ${connector}`] : []),
    ...keysAt(metadata).filter((key) => !movedFields.includes(key)),
  ];
  return {
    edits: [...edits, { kind: 'remove', path: options }, { kind: 'remove', path: [...path, 'use'] }],
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
  if (!isJsonObject(at(path))) return { edits: [{ kind: 'set', path, value: { ...earlier, use } }], removed: [] };
  const movedFields = keysAt(path).filter(isUserField);
  const edits: CaseEdit[] = [{ kind: 'set', path: [...path, 'use'], value: use }];
  const earlierOptions = isJsonObject(earlier.options) ? earlier.options : {};
  const { connector, metadata: earlierMetadata = {} } = earlierOptions;
  if (connector !== undefined) edits.push({ kind: 'set', path: [...options, 'connector'], value: connector });
  for (const key of movedFields) {
    edits.push({ kind: 'append', path: [...metadata, key], text: textAt([...path, key]) ?? '""' });
    edits.push({ kind: 'remove', path: [...path, key] });
  }
  const others = isJsonObject(earlierMetadata) ? Object.entries(earlierMetadata) : [];
  for (const [key, value] of others) {
    if (!isUserField(key)) edits.push({ kind: 'append', path: [...metadata, key], text: JSON.stringify(value) });
  }
  return { edits, removed: [] };
}

export function isUserField(key: string): boolean {
  return userFields.some((field) => field === key);
}
