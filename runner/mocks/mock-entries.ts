import { displayName, isToolLike, isToolNamed } from '../assertions/match-tool.ts';
import type { StandardCase, ToolCall } from '../contract/index.ts';

/** What a case says of tools, by the name that it writes. */
export type Mocks = NonNullable<StandardCase['mocks']>;
export type MockEntry = Mocks[string][number];

type Tool = Pick<ToolCall, 'server' | 'tool'>;

/** The entries for a tool: those of exactly its name before those that fit it as well. */
export function findMock(mocks: Mocks, tool: Tool): Mocks[string] | undefined {
  const fitting = Object.keys(mocks).filter((name) => isToolNamed(tool, name));
  const name = fitting.find((each) => each === displayName(tool)) ?? fitting[0];
  return name === undefined ? undefined : mocks[name];
}

/** Tells whether a case lets the agent call the real tool. */
export function isLetThrough(pass: readonly string[], tool: Tool): boolean {
  return pass.some((glob) => isToolLike(tool, glob));
}
