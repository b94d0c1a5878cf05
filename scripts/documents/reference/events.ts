import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { runEventSchema } from '../../../runner/contract/index.ts';
import { home } from '../documents.ts';
import { buildPropertyRows, createSchemaReader } from './json-schema.ts';
import { buildMarkdownPage, formatMarkdownTable } from './markdown.ts';

const ENVELOPE = new Set(['v', 'runId', 'seq', 'at', 'type', 'unreadable']);

/** Builds the page about the events of a run with their fields. */
export function buildEventsPage(): string {
  const reader = createSchemaReader(
    z.toJSONSchema(runEventSchema, { target: 'draft-7', unrepresentable: 'any', io: 'output' }),
  );
  const meanings = collectEventMeanings();
  const sections = (reader.root.oneOf ?? reader.root.anyOf ?? []).map((variant) => {
    const event = reader.resolve(variant);
    const type = String(event.properties?.type?.const);
    const rows = buildPropertyRows(reader, event).filter(([name = '']) => !ENVELOPE.has(name.replaceAll('`', '')));
    const required = rows.map(([name = '', value = '', meaning = '']) => [
      name,
      value,
      meaning.replace('*required*', 'always'),
    ]);
    return [`## ${type}`, meanings.get(type) ?? '', formatMarkdownTable(['field', 'value', ''], required)]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  const intro =
    '`turntree test --json` prints the events of a run, one JSON object a line; the history stores them, and the [API](api.md) yields them. Each has `v` (the version of the format), `runId`, `seq` (1, 2, 3 … without gaps), `at` (milliseconds since 1970) and `type`. Fields marked *always* are in every event of their type. New fields may come; ignore those that you do not know.';
  return buildMarkdownPage('Events', intro, sections);
}

/** The comments above the schemas, by the type of the event. */
function collectEventMeanings(): Map<string, string> {
  const source = readFileSync(path.join(home, 'runner/contract/event.ts'), 'utf8');
  const comment =
    /\/\*\*((?:(?!\*\/).)*)\*\/\nconst \w+Schema = z\.object\(\{(?:(?!\n\}\);).)*?type: z\.literal\('([\w.]+)'\)/gs;
  return new Map(
    [...source.matchAll(comment)].map(([, text = '', type = '']) => [type, text.replaceAll(/\s*\n \* ?/g, ' ').trim()]),
  );
}
