import { isJsonObject, type Json, type JsonObject } from '../../../../values/index.ts';
import type { ReadReferencedFiles, ReferencedFile } from '../import-source.ts';
import { parseDocument } from '../read-document.ts';
import { codeFilePattern, type PromptfooSource, parseFileUrlName } from './promptfoo-source.ts';

/** A prompt, and the label by which tests refer to it. */
export type Prompt = { text: string; label: string | undefined };

/** The prompt that is used if a configuration has none. */
export const DEFAULT_PROMPT = '{{prompt}}';

/** Matches a prompt that is the name of a file without `file://`. */
const promptFileNamePattern = /^[^\n]{1,500}\.(?:txt|md|j2|json|jsonl|ya?ml|csv|[cm]?[jt]s|py)(?::\w+)?$/;

/** Returns the prompts of a configuration, including those in files to which it refers. */
export function loadPrompts(
  { prompts = DEFAULT_PROMPT }: JsonObject,
  { source, beside }: { source: PromptfooSource; beside: ReadReferencedFiles },
): Prompt[] {
  const list = Array.isArray(prompts) ? prompts : [prompts];
  return list.flatMap((prompt, index): Prompt[] => {
    const label = isJsonObject(prompt) && typeof prompt.label === 'string' ? prompt.label : undefined;
    const loaded = loadPromptTexts(isJsonObject(prompt) ? (prompt.raw ?? prompt.id) : prompt, beside);
    return loaded.flatMap((each): Prompt[] => {
      if (each.ok) return each.texts.map((text) => ({ text, label }));
      source.progress.reportLeftOutPart(source.lineOf(['prompts', index]), describePrompt(prompt), each.why);
      return [];
    });
  });
}

function loadPromptTexts(raw: Json | undefined, beside: ReadReferencedFiles): PromptTexts[] {
  const createPromptRefusal = (why: string): PromptTexts[] => [{ ok: false, why }];
  if (typeof raw !== 'string') return createPromptRefusal('it is not a text');
  if (raw.startsWith('exec:')) return createPromptRefusal('a program generates it; put its text here and import again');
  const isNamed = raw.startsWith('file://');
  if (!isNamed && !promptFileNamePattern.test(raw)) return [{ ok: true, texts: [raw] }];
  if (isNamed && codeFilePattern.test(raw))
    return createPromptRefusal('promptfoo code generates it; put its text here and import again');
  const lookup = beside(parseFileUrlName(raw) ?? raw);
  if (lookup.ok) return lookup.files.map(parsePromptFile);
  // If there is no such file, the prompt is a sentence that only looks like a file name.
  return isNamed || !/\s/.test(raw) ? createPromptRefusal(lookup.why) : [{ ok: true, texts: [raw] }];
}

function describePrompt(prompt: Json): string {
  const promptName = isJsonObject(prompt) ? (prompt.id ?? prompt.label) : prompt;
  return typeof promptName === 'string' ? `the prompt ${promptName.slice(0, 80)}` : 'a prompt';
}

type PromptTexts = { ok: true; texts: string[] } | { ok: false; why: string };

function parsePromptFile(beside: ReferencedFile): PromptTexts {
  const prompts = parsePromptsByExtension(beside);
  return prompts.ok ? prompts : { ok: false, why: `${beside.file}: ${prompts.why}` };
}

function parsePromptsByExtension(beside: ReferencedFile): PromptTexts {
  const text = beside.text.replace(/^\uFEFF/, '');
  const extension = /\.(\w+)$/.exec(beside.file)?.[1]?.toLowerCase() ?? '';
  switch (extension) {
    case 'txt':
      return keepNonEmptyPrompts(splitPrompts(text));
    case 'jsonl':
      return keepNonEmptyPrompts(text.split('\n'));
    case 'md':
    case 'j2':
    case 'json':
      return keepNonEmptyPrompts([text]);
    case 'yaml':
    case 'yml': {
      const document = parseDocument(beside);
      return document.ok
        ? keepNonEmptyPrompts([JSON.stringify(document.value)])
        : { ok: false, why: `line ${document.line}: ${document.problem}` };
    }
    case 'csv':
      return { ok: false, why: 'prompts in a table are not read; put them into a .txt file, with --- between them' };
    default:
      return { ok: false, why: 'prompts are read from .txt, .md, .j2, .json, .jsonl and .yaml' };
  }
}

function keepNonEmptyPrompts(rawTexts: readonly string[]): PromptTexts {
  const nonEmptyTexts = rawTexts.map((text) => text.trim()).filter((text) => text !== '');
  return nonEmptyTexts.length === 0
    ? { ok: false, why: 'there is no prompt in it' }
    : { ok: true, texts: nonEmptyTexts };
}

/** Splits a text into prompts, which are separated by lines with only `---`. */
function splitPrompts(text: string): string[] {
  const parts: string[][] = [[]];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '---') parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}
