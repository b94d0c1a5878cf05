import type { AuthoredCase } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import type { JsonPath } from '../../values/index.ts';
import { type CaseFinding, warningAt } from '../finding.ts';

type UserText = { text: string; path: JsonPath };

/** Finds placeholders and attachment links in the user's text, where they are sent as plain text. */
export function checkInputText(authored: AuthoredCase): CaseFinding[] {
  const doubtful = userTexts(authored).filter(({ text }) => mayHavePlaceholders(text));
  if (doubtful.length === 0) return [];
  const names = new Set([...Object.keys(authored.metadata ?? {}), ...Object.keys(authored.options?.metadata ?? {})]);
  return doubtful.flatMap(({ text, path }) => {
    const message = findUnfilledPlaceholder(text, names) ?? findUnattachedFile(text);
    return message === undefined ? [] : [warningAt(path, message)];
  });
}

/** A quick check: false for texts without any placeholder or file link. */
export function mayHavePlaceholders(text: string): boolean {
  return text.includes('{{') || text.includes('file://');
}

function userTexts({ input, turns = [] }: AuthoredCase): UserText[] {
  const inInput =
    typeof input === 'string'
      ? [{ text: input, path: ['input'] }]
      : toMessages(input).flatMap(({ content }, index) => {
          const path = Array.isArray(input) ? ['input', index, 'content'] : ['input', 'content'];
          return typeof content === 'string' ? [{ text: content, path }] : [];
        });
  const inTurns = turns.flatMap((turn, index) =>
    typeof turn.input === 'string' ? [{ text: turn.input, path: ['turns', index] }] : [],
  );
  return [...inInput, ...inTurns];
}

/**
 * Returns a placeholder with the name of a metadata value of the case. Other texts in braces may be the subject of the
 * case.
 */
function findUnfilledPlaceholder(text: string, names: ReadonlySet<string>): string | undefined {
  for (const [placeholder, name = ''] of text.matchAll(/\{\{\s*(?:(?:options\.)?metadata\.)?([\w-]+)\s*\}\}/g)) {
    if (names.has(name)) return `${placeholder} is sent to the agent literally; write the actual text instead`;
  }
  return undefined;
}

function findUnattachedFile(text: string): string | undefined {
  const [source] = /(?<!\w)file:\/\/(?!\/|localhost)[\w.-]+(?:\/[\w.-]+)*\.[a-z]\w{1,4}\b/i.exec(text) ?? [];
  return source === undefined
    ? undefined
    : `${source} in a text attaches no file; make it a part of the message: {"type": "file", "source": ${JSON.stringify(source)}}`;
}
