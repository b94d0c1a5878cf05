import { formatToolName, isToolNamed, matchesToolGlob } from '../assertions/match-tool.ts';
import type { StandardCase, ToolCall } from '../contract/index.ts';

/** The mocks of a case, by the name of the tool as the author wrote it. */
export type Mocks = NonNullable<StandardCase['mocks']>;
export type MockEntry = Mocks[string][number];

type ToolName = Pick<ToolCall, 'server' | 'tool'>;

/** Returns the mock for a tool. A mock with exactly this name takes precedence over one whose pattern matches. */
export function findMock(mocks: Mocks, tool: ToolName): Mocks[string] | undefined {
  const fitting = Object.keys(mocks).filter((name) => isToolNamed(tool, name));
  const name = fitting.find((each) => each === formatToolName(tool)) ?? fitting[0];
  return name === undefined ? undefined : mocks[name];
}

/** Returns true if a case lets the agent call the real tool. */
export function passesThrough(pass: readonly string[], tool: ToolName): boolean {
  return pass.some((glob) => matchesToolGlob(tool, glob));
}
