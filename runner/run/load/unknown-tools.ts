import type { ToolName } from '../../agents/agent-format.ts';
import { conditionOf } from '../../assertions/assertion-types.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { assertionLists } from '../../inputs/check-conversation.ts';
import { type Finding, warningAt } from '../../inputs/finding.ts';
import { nearest } from '../../values/index.ts';

/** Tools that the rules of a case name and its agent does not have: what must never be called would never be missed. */
export function unknownTools(authored: AuthoredCase, agent: { id: string; tools: readonly ToolName[] }): Finding[] {
  const mocked = Object.keys(authored.mocks ?? {}).map((tool) => ({ tool }));
  const known = [...agent.tools, ...mocked];
  const names = [...new Set(known.map(({ tool }) => tool))];
  return assertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((assertion, index) =>
      (conditionOf(assertion).tools ?? [])
        .filter((name) => !known.some((tool) => isToolNamed(tool, name)))
        .map((name): Finding => {
          const has = names.length === 0 ? 'none' : names.join(', ');
          const message = `the assistant "${agent.id}" has no tool ${JSON.stringify(name)}; it has ${has}`;
          return warningAt([...path, index], message, nearest(name, names));
        }),
    ),
  );
}
