import { AgentError } from '../../../ports/index.ts';
import type { MissingPart } from '../databases/missing-part.ts';

/**
 * A missing part that an agent or workflow needs. `place` is where it is named, such as `flows/a.workflow.yml:4:16`.
 */
export type MissingPartWithPosition = MissingPart & { place: string };

/**
 * Reports missing parts, each of them once. Parts that the config can provide are listed together, with one config
 * snippet for all of them.
 */
export class MissingPartsError extends AgentError {
  readonly parts: readonly MissingPartWithPosition[];

  constructor(parts: readonly MissingPartWithPosition[]) {
    const each = parts.filter(({ what }, index) => parts.findIndex((part) => part.what === what) === index);
    super(describeMissingParts(each).join('\n'), 'configuration');
    this.parts = each;
  }
}

function describeMissingParts(parts: readonly MissingPartWithPosition[]): string[] {
  const answerableParts = parts.filter((part) => part.kind === 'handler');
  return parts.flatMap((part) => {
    if (part.kind !== 'handler') return `${part.place}: ${part.what}`;
    return part === answerableParts[0] ? describeMissingHandlers(part, answerableParts) : [];
  });
}

function describeMissingHandlers(
  { place, what }: MissingPartWithPosition,
  handlerParts: readonly Extract<MissingPartWithPosition, { kind: 'handler' }>[],
): string {
  const otherHandlersText = handlerParts
    .slice(1)
    .map((part) => `, nor does ${part.what} in ${formatPositionRelativeTo(place, part.place)}`);
  const entries = handlerParts.map(({ handler }) => handler).join(', ');
  const answer = `Write a function for ${handlerParts.length === 1 ? 'it' : 'each'} in runner.config.ts`;
  return `${place}: ${what} does not run here${otherHandlersText.join('')}. ${answer}: export default { processes: { ${entries} } }`;
}

/** Returns only the line, as in `line 46`, if a position is in the same file as `first`. */
function formatPositionRelativeTo(first: string, location: string): string {
  const [file, line] = /^(.*?):(\d+):\d+$/.exec(location)?.slice(1) ?? [];
  return file !== undefined && first.startsWith(`${file}:`) ? `line ${line}` : location;
}
