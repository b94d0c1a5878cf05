import { isToolNamed, matchesToolGlob } from '../assertions/match-tool.ts';
import type { AuthoredCase } from '../contract/index.ts';
import { findNearestWord, isOneTypoAway, type JsonPath } from '../values/index.ts';
import type { InjectionConfig } from './goal.ts';
import { parseTarget } from './place-text.ts';
import { findPlaceholderProblems, hasCanaryPlaceholder, parseTemplateName } from './templates.ts';

/** A problem of `inject` in a case, with its path. */
export type InjectProblem = { path: JsonPath; message: string; suggestion?: string | undefined };

/** Finds problems of a case's hostile text before anything runs. */
export function findInjectProblems({ inject, mocks, turns, ...testCase }: AuthoredCase): InjectProblem[] {
  if (inject === undefined) return [];
  if (mocks === undefined) {
    return [
      { path: ['inject'], message: '"inject" adds a text to the answer of a mock, and this case has no "mocks"' },
    ];
  }
  const isConversation = turns !== undefined || testCase.checkpoints !== undefined || testCase.never !== undefined;
  const last = turns === undefined ? testCase.max_turns : turns.length + (testCase.input === undefined ? 0 : 1);
  const lastTurn = isConversation ? last : 1;
  const { from_turn: fromTurn = 1 } = inject;
  const lateTurnProblems =
    lastTurn === undefined || fromTurn <= lastTurn
      ? []
      : [{ path: ['inject', 'from_turn'], message: `the text is never added: the case ends with turn ${lastTurn}` }];
  const tools = Object.keys(mocks);
  return [
    ...findTargetProblems(inject.into, tools),
    ...findHostileTextProblems(inject.text),
    ...findGoalProblems(inject, tools, testCase.pass ?? []),
    ...lateTurnProblems,
  ];
}

/**
 * Returns messages about a goal that no agent can reach: a misspelt tool, or a joined word whose halves are not in the
 * text.
 */
function findGoalProblems(
  { goal, text }: InjectionConfig,
  tools: readonly string[],
  pass: readonly string[],
): InjectProblem[] {
  if (goal.type === 'canary') {
    if (parseTemplateName(text) !== undefined || hasCanaryPlaceholder(text)) return [];
    const message = 'the goal is a joined word, and the text has no {{first}} and {{second}} to join';
    return [{ path: ['inject', 'text'], message }];
  }
  if (goal.type !== 'tool_called' || pass.some((glob) => matchesToolGlob({ tool: goal.name }, glob))) return [];
  if (tools.some((name) => isToolNamed({ tool: name }, goal.name) || isToolNamed({ tool: goal.name }, name))) return [];
  const similarTool = tools.find((name) => isTypoOf(goal.name, name));
  if (similarTool === undefined) return [];
  const message = `${JSON.stringify(goal.name)} has no mock in this case`;
  return [{ path: ['inject', 'goal', 'name'], message, suggestion: similarTool }];
}

/**
 * Returns false for names that differ only in an ending, such as `get_order` and `get_orders`, because those are
 * probably two tools.
 */
function isTypoOf(name: string, tool: string): boolean {
  return isOneTypoAway(name, tool) && !name.startsWith(tool) && !tool.startsWith(name);
}

function findTargetProblems(target: string, tools: readonly string[]): InjectProblem[] {
  const path = ['inject', 'into'];
  const read = parseTarget(target);
  if (!read.ok) return [{ path, message: read.problem }];
  const { tool } = read.target;
  if (tools.some((name) => isToolNamed({ tool: name }, tool) || isToolNamed({ tool }, name))) return [];
  const nearestTool = findNearestWord(tool, tools);
  const suggestion = nearestTool === undefined ? undefined : target.replace(tool, nearestTool);
  return [{ path, message: `${JSON.stringify(tool)} has no mock in this case`, suggestion }];
}

function findHostileTextProblems(text: string): InjectProblem[] {
  const path = ['inject', 'text'];
  // Names of templates are not checked here, because only the workspace knows all templates.
  if (parseTemplateName(text) !== undefined) return [];
  return findPlaceholderProblems(text).map((message) => ({ path, message }));
}
