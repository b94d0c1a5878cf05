import type { ToolName } from '../../agents/agent-format.ts';
import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, errorAtKey, warningAt } from '../../inputs/finding.ts';
import { findNearestWord } from '../../values/index.ts';

type KnownAgent = { id: string; tools: readonly ToolName[] };

/**
 * Finds tools that a case mentions but its agent does not have. A rule that forbids calling such a tool could never
 * fail, and a mock of it would never be called.
 */
export function findUnknownTools(authored: AuthoredCase, { id, tools }: KnownAgent): CaseFinding[] {
  const mocks = Object.keys(authored.mocks ?? {});
  const callableTools = [...tools, ...mocks.map((tool) => ({ tool }))];
  const names = [...new Set(tools.map(({ tool }) => tool))];
  const has = `it has ${names.length === 0 ? 'none' : names.join(', ')}`;
  const ofMocks = mocks
    .filter((name) => !tools.some((tool) => isToolNamed(tool, name)))
    .map((name) =>
      errorAtKey(
        ['mocks', name],
        `the agent "${id}" has no tool ${JSON.stringify(name)} to mock; ${has}`,
        findNearestWord(name, names),
      ),
    );
  const ofRules = collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((assertion, index) =>
      (toAssertionCondition(assertion).tools ?? [])
        .filter((name) => !callableTools.some((tool) => isToolNamed(tool, name)))
        .map((name): CaseFinding => {
          const message = `the agent "${id}" has no tool ${JSON.stringify(name)}; ${has}`;
          return warningAt([...path, index], message, findNearestWord(name, names));
        }),
    ),
  );
  return [...ofMocks, ...ofRules];
}
