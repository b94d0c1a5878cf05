import { judgedParts } from '../../assertions/assertion-types.ts';
import type { Assertion, StandardCase } from '../../contract/index.ts';
import type { ReportedPart } from '../../ports/index.ts';

/** What assertions judge of the answers of an agent; the calls of mocks are seen where they are answered. */
export function judgedOfAnswers(
  assertions: readonly Assertion[],
  { mocks, state }: Pick<StandardCase, 'mocks' | 'state'>,
): ReportedPart[] {
  const isMocked = mocks !== undefined || state !== undefined;
  return assertions.flatMap(judgedParts).filter((part) => part !== 'tools' || !isMocked);
}
