import { isJsonObject, type Json } from '../../values/index.ts';
import type { ParsedReply, ParsedStreamEvent } from './parsed-reply.ts';

/** A possible location of an answer's text, with the fields of an `http` entry. */
export type TextLocation = {
  output: string;
  isStream: boolean;
  /** The names of the events that contain the text, if a stream contains several kinds of events. */
  events?: readonly string[];
  separator?: string;
};

/** A path with the text that it has in one answer. */
export type TextCandidate = TextLocation & {
  /** The texts at the path: one for each event that contains a text, or a single text for a document. */
  texts: readonly string[];
  /** The keys of the path, and the names and types of the events. */
  names: readonly string[];
  /** The role of the speaker, if the answer names one; in a stream, the role of the last speaker. */
  role: string | undefined;
  /** True if the stream first repeats the user's message. Then only its last text comes from the agent. */
  beginsWithUser?: boolean;
};

const MAX_CANDIDATES = 400;
const MAX_DEPTH = 10;

/** Returns all paths in an answer at which there is a text. */
export function listTextCandidates(parsed: ParsedReply): TextCandidate[] {
  switch (parsed.kind) {
    case 'document':
      return collectTextsFromPath(parsed.document, '$')
        .slice(0, MAX_CANDIDATES)
        .map((leaf) => ({ ...toTextLocation(leaf, false), texts: [leaf.text] }));
    case 'text':
      return [{ output: '$', isStream: false, texts: [parsed.text], names: [], role: undefined }];
    case 'events':
      return listEventCandidates(parsed.events);
    case 'unreadable':
      return [];
    default:
      return parsed satisfies never;
  }
}

type TextAtPath = { path: string; text: string; names: string[]; role: string | undefined; separator: string };

function toTextLocation({ path, names, role, separator }: TextAtPath, isStream: boolean): Omit<TextCandidate, 'texts'> {
  const output = path.replace(/^\$\.(?=.)/, '');
  return separator === '' ? { output, isStream, names, role } : { output, isStream, names, role, separator };
}

/** Events are distinguished by their name and by the type in their JSON. */
function listEventCandidates(events: readonly ParsedStreamEvent[]): TextCandidate[] {
  const names = new Set(events.map(({ name }) => name));
  const kindKey = findDiscriminatorKey(events.map(({ document }) => document));
  const candidates = new Map<string, TextCandidate>();
  for (const { name, document } of events) {
    const kind = kindKey === undefined ? undefined : getTextProperty(document, kindKey);
    const root = kind === undefined ? '$' : `$[?(@.${kindKey}=='${kind}')]`;
    const labels = [...(names.size > 1 || name !== 'message' ? [name] : []), ...(kind === undefined ? [] : [kind])];
    const texts = collectTextsFromPath(document, root).filter(({ path }) => path !== `${root}.${kindKey}`);
    for (const text of texts) {
      const candidate = toTextLocation({ ...text, names: [...labels, ...text.names] }, true);
      addTextToCandidates(candidates, labels[0] === name ? { ...candidate, events: [name] } : candidate, text);
    }
    if (candidates.size > MAX_CANDIDATES) break;
  }
  return [...candidates.values()];
}

function addTextToCandidates(
  candidates: Map<string, TextCandidate>,
  candidate: Omit<TextCandidate, 'texts'>,
  { role, text }: TextAtPath,
): void {
  const key = toTextLocationKey(candidate);
  const before = candidates.get(key);
  const beginsWithUser = before?.beginsWithUser === true || (isUserRole(role) && !isToolRole(role));
  candidates.set(key, { ...candidate, beginsWithUser, texts: [...(before?.texts ?? []), text] });
}

/** Returns a key that is the same for the same path in two answers. */
export function toTextLocationKey({ output, events, separator, isStream }: TextLocation): string {
  return JSON.stringify([output, events ?? null, separator ?? '', isStream]);
}

/** Finds the key that contains the type of events: its values are short identifiers, with 2 to 20 different ones. */
function findDiscriminatorKey(documents: readonly Json[]): string | undefined {
  return ['type', 'event', 'kind', 'event_type', 'role'].find((key) => {
    const values = documents.flatMap((document) => getTextProperty(document, key) ?? []);
    const kinds = new Set(values);
    return kinds.size > 1 && kinds.size <= 20 && values.every((value) => /^[\w.:/-]{1,60}$/.test(value));
  });
}

function getTextProperty(document: Json, key: string): string | undefined {
  const value = isJsonObject(document) && Object.hasOwn(document, key) ? document[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

type TextSearchPosition = {
  path: string;
  names: readonly string[];
  role: string | undefined;
  separator: string;
  depth: number;
};

function collectTextsFromPath(document: Json, path: string): TextAtPath[] {
  return collectTextsRecursively(document, { path, names: [], role: undefined, separator: '', depth: 0 });
}

function collectTextsRecursively(value: Json, position: TextSearchPosition): TextAtPath[] {
  if (typeof value === 'string') return [{ ...position, names: [...position.names], text: value }];
  if (position.depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return collectTextsOfList(value, { ...position, depth: position.depth + 1 });
  const role = findSpeaker(value) ?? position.role;
  return Object.entries(value).flatMap(([key, member]) =>
    collectTextsRecursively(member, {
      ...position,
      role,
      path: appendKeyToPath(position.path, key),
      names: [...position.names, key],
      depth: position.depth + 1,
    }),
  );
}

/**
 * Collects the texts in a list. One item is selected by its type, or because it is the last message of a conversation.
 * Otherwise the texts of all items are joined.
 */
function collectTextsOfList(items: readonly Json[], position: TextSearchPosition): TextAtPath[] {
  const objects = items.filter(isJsonObject);
  if (objects.length < items.length)
    return items.every((item) => typeof item === 'string') ? collectPlainTexts(items, position) : [];
  const last = objects.at(-1);
  if (last === undefined) return [];
  if (objects.some((item) => findSpeaker(item) !== undefined)) {
    const [first] = objects;
    const newestTexts = collectTextsRecursively(last, { ...position, path: `${position.path}[-1]` });
    if (first === undefined || first === last || findSpeaker(first) === findSpeaker(last)) return newestTexts;
    return [...newestTexts, ...collectTextsRecursively(first, { ...position, path: `${position.path}[0]` })];
  }
  const kindKey = ['type', 'kind'].find((key) => objects.every((item) => typeof item[key] === 'string'));
  if (kindKey !== undefined) return collectTextsByKind(objects, kindKey, position);
  if (/^(?:choices|candidates|generations|outputs|results|data)$/.test(position.names.at(-1) ?? '')) {
    return objects
      .slice(0, 1)
      .flatMap((item) => collectTextsRecursively(item, { ...position, path: `${position.path}[0]` }));
  }
  const isParts = /^(?:parts|chunks|tokens|segments|content|pieces)$/.test(position.names.at(-1) ?? '');
  return collectJoinedTexts(objects, {
    ...position,
    path: `${position.path}[*]`,
    separator: isParts ? position.separator : '\n',
  });
}

function collectPlainTexts(items: readonly Json[], position: TextSearchPosition): TextAtPath[] {
  if (items.length === 0) return [];
  return [
    { ...position, names: [...position.names], path: `${position.path}[*]`, text: items.join(position.separator) },
  ];
}

function collectTextsByKind(
  objects: readonly { [key: string]: Json }[],
  key: string,
  position: TextSearchPosition,
): TextAtPath[] {
  const kinds = [...new Set(objects.map((item) => String(item[key])))];
  return kinds.slice(0, 20).flatMap((kind) => {
    if (!/^[\w.:/-]{1,60}$/.test(kind)) return [];
    const same = objects.filter((item) => item[key] === kind);
    const path = `${position.path}[?(@.${key}=='${kind}')]`;
    return collectJoinedTexts(same, { ...position, names: [...position.names, kind], path }).filter(
      (text) => text.path !== `${path}.${key}`,
    );
  });
}

/**
 * Joins the texts that a wildcard finds in several items. If all items contain the same single word, it is not a text
 * but a label.
 */
function collectJoinedTexts(items: readonly Json[], position: TextSearchPosition): TextAtPath[] {
  const leavesByPath = new Map<string, TextAtPath[]>();
  for (const text of items.flatMap((item) => collectTextsRecursively(item, position)))
    leavesByPath.set(text.path, [...(leavesByPath.get(text.path) ?? []), text]);
  return [...leavesByPath.values()].flatMap((same): TextAtPath[] => {
    const [first, ...others] = same;
    if (first === undefined) return [];
    if (others.length > 0 && isSameSingleWord(same.map(({ text }) => text))) return [];
    return [{ ...first, text: same.map(({ text }) => text).join(position.separator) }];
  });
}

export function isSameSingleWord(texts: readonly string[]): boolean {
  return texts.every((text) => text === texts[0]) && !/\s/.test(texts[0] ?? '');
}

const speakerKeys = ['role', 'sender', 'author', 'from', 'speaker', 'type'] as const;

/** Returns the speaker of a message: its `role` or an equivalent key. `type` is used only if it names a participant. */
function findSpeaker(message: { [key: string]: Json }): string | undefined {
  for (const key of speakerKeys) {
    const value = message[key];
    if (typeof value === 'string' && SPEAKER_ROLE_PATTERN.test(value)) return value;
  }
  return undefined;
}

const SPEAKER_ROLE_PATTERN =
  /^(?:user|human|customer|client|me|assistant|ai|bot|agent|model|system|tool|function|developer|AIMessage|HumanMessage|ToolMessage|SystemMessage)(?:Chunk)?$/i;

export function isUserRole(role: string | undefined): boolean {
  return role !== undefined && !isAgentRole(role);
}

function isToolRole(role: string | undefined): boolean {
  return role !== undefined && /tool|function/i.test(role);
}

export function isAgentRole(role: string | undefined): boolean {
  return role !== undefined && /^(?:assistant|ai|bot|agent|model|AIMessage)(?:Chunk)?$/i.test(role);
}

function appendKeyToPath(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
