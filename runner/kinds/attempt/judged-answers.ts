import { listCheckedAnswerParts } from '../../assertions/assertion-types.ts';
import type { Assertion, StandardCase } from '../../contract/index.ts';
import type { ReportedAnswerPartKind } from '../../ports/index.ts';

/**
 * Returns which parts of an agent's answers the assertions judge. Calls of mocked tools are left out, because the
 * mocks that answer them record them.
 */
export function listJudgedAnswerParts(
  assertions: readonly Assertion[],
  { mocks, state }: Pick<StandardCase, 'mocks' | 'state'>,
): ReportedAnswerPartKind[] {
  const isMocked = mocks !== undefined || state !== undefined;
  return assertions.flatMap(listCheckedAnswerParts).filter((part) => part !== 'tools' || !isMocked);
}
