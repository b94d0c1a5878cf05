import { unreported } from '../../agents/reported-parts.ts';
import { judgedParts } from '../../assertions/assertion-types.ts';
import type { AgentEntry, AuthoredCase } from '../../contract/index.ts';
import { assertionLists } from '../../inputs/checks/check-conversation.ts';
import { errorAt, type Finding } from '../../inputs/finding.ts';

/** Rules on parts of an answer that the agent does not report: they would never fail, or always. */
export function unseenParts(authored: AuthoredCase, { id, entry }: { id: string; entry: AgentEntry }): Finding[] {
  // Mocked calls are recorded by the mocks, even if the agent does not report them.
  const isMocked = authored.mocks !== undefined || authored.state !== undefined;
  return assertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((assertion, index) =>
      judgedParts(assertion).flatMap((part) => {
        const problem = part === 'tools' && isMocked ? undefined : unreported(id, entry, part);
        return problem === undefined ? [] : errorAt([...path, index], problem);
      }),
    ),
  );
}
