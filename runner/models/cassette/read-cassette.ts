import * as z from 'zod';
import { AgentError } from '../../ports/index.ts';
import { formatSchemaProblems, MAX_RECORD_LEVELS, parseJson, toErrorMessage } from '../../values/index.ts';
import {
  CASSETTE_VERSION,
  type Cassette,
  type CassetteEntry,
  cassetteEntrySchema,
  cassetteHeaderSchema,
} from './cassette.ts';

const RECORD_AGAIN_ADVICE = 'move the file away and record it again with --record';

/** Parses a cassette. Throws an error that names file and line if it is broken. */
export function parseCassette(text: string, name: string): Cassette {
  const [first = '', ...others] = text.split('\n');
  const { suite, now } = parseHeader(first, name);
  const entries: CassetteEntry[] = [];
  for (const [index, line] of others.entries()) {
    if (line.trim() === '') continue;
    const location = `${name}:${index + 2}`;
    const entry = cassetteEntrySchema.safeParse(parseLine(line, location));
    if (!entry.success) throw createBrokenCassetteError(location, formatSchemaProblems(entry.error));
    entries.push(entry.data);
  }
  return { name, suite, now, entries };
}

const anyVersionSchema = z.object({ cassette: z.number() });

function parseHeader(line: string, name: string): z.infer<typeof cassetteHeaderSchema> {
  const location = `${name}:1`;
  const value = parseLine(line, location);
  const header = cassetteHeaderSchema.safeParse(value);
  if (header.success) return header.data;
  const other = anyVersionSchema.safeParse(value);
  if (other.success && other.data.cassette !== CASSETTE_VERSION) {
    throw new AgentError(
      `${location}: this cassette is of version ${other.data.cassette}, and this program reads version ` +
        `${CASSETTE_VERSION}; ${RECORD_AGAIN_ADVICE}`,
      'configuration',
    );
  }
  throw createBrokenCassetteError(location, formatSchemaProblems(header.error));
}

function parseLine(line: string, location: string): unknown {
  try {
    return parseJson(line, MAX_RECORD_LEVELS);
  } catch (error) {
    throw createBrokenCassetteError(location, toErrorMessage(error));
  }
}

function createBrokenCassetteError(location: string, reason: string): AgentError {
  return new AgentError(
    `${location}: this line of the cassette is broken: ${reason}; ${RECORD_AGAIN_ADVICE}`,
    'configuration',
  );
}
