import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import { toMessages } from '../fold/index.ts';
import { deviations } from '../testing/deviations.ts';
import { castToJson, type Json, toCanonicalJson } from '../values/index.ts';
import { createAttachmentReader } from './attachments.ts';
import { computeCaseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';

const fileSchema = z.object({
  files_base64: z.record(z.string(), z.string()),
  vectors: z
    .array(z.object({ input: jsonSchema, messages: jsonSchema.optional(), error: z.string().optional() }))
    .min(1),
});
const text = readFileSync(new URL('./vectors/messages.json', import.meta.url), 'utf8');
const { files_base64: files, vectors } = fileSchema.parse(JSON.parse(text));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-messages-'));
  mkdirSync(path.join(folder, 'fixtures'));
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(path.join(folder, 'fixtures', name), Buffer.from(bytes, 'base64'));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('inputs of cases, on values that were observed', () => {
  it.each(vectors.map((vector, index) => ({ key: `messages#${index}`, ...vector })))('$key', async (vector) => {
    const messages = await messagesFor(vector.input);
    const agrees =
      vector.error === undefined ? messages === toCanonicalJson(vector.messages ?? null) : messages === undefined;
    expect(agrees ? 'as observed' : 'deviates', `${JSON.stringify(vector.input)} → ${messages}`).toBe(
      deviations.has(vector.key) ? 'deviates' : 'as observed',
    );
  });
});

/** Returns the messages that an agent receives, as JSON; undefined if the input is rejected. */
async function messagesFor(input: Json): Promise<string | undefined> {
  const source = JSON.stringify({ id: 'a', input });
  const { cases, problems } = parseCases({ text: source, file: 'vector.jsonl', hashOf: computeCaseHash });
  if (problems.length > 0) return undefined;
  const reader = createAttachmentReader(() => undefined);
  try {
    const messages = await Promise.all(
      toMessages(cases[0]?.input).map(async ({ content, ...message }) => {
        const contentParts = await reader.read(content, folder, new AbortController().signal);
        return contentParts === null ? message : { ...message, content: contentParts };
      }),
    );
    return toCanonicalJson(castToJson(messages));
  } catch {
    return undefined;
  }
}
