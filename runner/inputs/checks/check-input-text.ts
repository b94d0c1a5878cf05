import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import type { JsonPath } from '../../values/index.ts';
import { type CaseFinding, warningAt } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';

type LocatedText = { text: string; path: JsonPath };
/**
 * Finds placeholders and attachments in the texts of the user and of rules, where they are not replaced but treated as
 * plain text.
 */
export function checkInputText(authored: AuthoredCase, lists: readonly AssertionList[]): CaseFinding[] {
  const doubtful = listUserTexts(authored).filter(({ text }) => mayHavePlaceholders(text));
  const comparing = lists.flatMap(listForbiddenTexts).filter(({ text }) => text.includes('{{'));
  const findings = findAnsweredInput(authored);
  if (doubtful.length === 0 && comparing.length === 0) return findings;
  const names = new Set([...Object.keys(authored.metadata ?? {}), ...Object.keys(authored.options?.metadata ?? {})]);
  for (const { text, path } of doubtful) {
    const placeholder = findPlaceholder(text, names);
    const message =
      placeholder === undefined
        ? findUnattachedFile(text)
        : `${placeholder} is sent to the agent literally; write the actual text instead`;
    if (message !== undefined) findings.push(warningAt(path, message));
  }
  for (const { text, path } of comparing) {
    const placeholder = findPlaceholder(text, names);
    if (placeholder === undefined) continue;
    findings.push(warningAt(path, `${placeholder} is compared literally; write the actual text instead`));
  }
  return findings;
}

/**
 * If the input ends with the agent's own message, the agent would answer itself. Models often continue or repeat such a
 * message.
 */
function findAnsweredInput({ input }: AuthoredCase): CaseFinding[] {
  const last = Array.isArray(input) ? input.at(-1) : undefined;
  if (last?.role !== 'assistant') return [];
  const message =
    'the last message is from the assistant, so the agent would answer itself; end with a message of the user';
  return [warningAt(['input', toMessages(input).length - 1], message)];
}

/** A required text with a placeholder needs no warning, because its rule fails. */
function listForbiddenTexts({ rules, path }: AssertionList): LocatedText[] {
  return rules.flatMap((rule, index) => {
    if (rule.type !== 'contains' && rule.type !== 'not_contains' && rule.type !== 'equals') return [];
    const isForbidding = isForbiddingAssertion(rule) !== (path[0] === 'never');
    return isForbidding && typeof rule.value === 'string' ? [{ text: rule.value, path: [...path, index] }] : [];
  });
}

/** A fast check: false for texts that certainly contain no placeholder and no file link. */
export function mayHavePlaceholders(text: string): boolean {
  return text.includes('{{') || text.includes('file://');
}

function listUserTexts({ input, turns = [] }: AuthoredCase): LocatedText[] {
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
 * Returns the first placeholder in a text, such as `{{city}}`, with the name of one of the case's metadata values;
 * undefined if there is none. Other texts in braces may be meant literally.
 */
function findPlaceholder(text: string, names: ReadonlySet<string>): string | undefined {
  for (const [placeholder, name = ''] of text.matchAll(/\{\{\s*(?:(?:options\.)?metadata\.)?([\w-]+)\s*\}\}/g)) {
    if (names.has(name)) return placeholder;
  }
  return undefined;
}

function findUnattachedFile(text: string): string | undefined {
  const [source] = /(?<!\w)file:\/\/(?!\/|localhost)[\w.-]+(?:\/[\w.-]+)*\.[a-z]\w{1,4}\b/i.exec(text) ?? [];
  return source === undefined
    ? undefined
    : `${source} in a text attaches no file; make it a part of the message: {"type": "file", "source": ${JSON.stringify(source)}}`;
}
