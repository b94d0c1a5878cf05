import { findFirstDefinedResult } from '../../values/index.ts';
import type { AgentFunction, ObjectReader, ObjectRecognizer } from '../user-objects.ts';
import { aiSdk } from './ai-sdk.ts';
import { langGraph } from './langgraph.ts';
import { openaiAgents } from './openai-agents.ts';

/**
 * The frameworks whose objects are recognized by their shape. The shapes of integrated agent systems are tried first.
 */
const frameworks: readonly ObjectRecognizer[] = [langGraph, openaiAgents, aiSdk];

/** Converts an agent object of a framework to the function of a module agent. Returns `undefined` for anything else. */
export function toAgentFunction(value: unknown, reader: ObjectReader): AgentFunction | undefined {
  return findFirstDefinedResult([...reader.shapes, ...frameworks], (shape) =>
    shape.agent?.(value, reader.importPackage),
  );
}

/** Converts a framework's call result into the answer that it contains. Other values are returned unchanged. */
export function unwrapFrameworkAnswer(value: unknown, { shapes }: Pick<ObjectReader, 'shapes'>): unknown {
  return findFirstDefinedResult([...shapes, ...frameworks], (shape) => shape.result?.(value)) ?? value;
}
