import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Message, messageRoles } from '../../contract/index.ts';
import { readBounded } from '../../host/bounded-file.ts';
import { BrokenFilesError } from '../../ports/index.ts';
import { parseYaml } from '../../yaml/read-yaml.ts';

const promptSchema = z.object({ role: z.enum(messageRoles), content: z.string(), name: z.string().optional() });
const promptsSchema = z
  .array(promptSchema, { error: 'prompts are a list of {role, content}' })
  .nullable()
  .transform((prompts) => prompts ?? []);
export type Prompt = z.infer<typeof promptSchema>;

/** The values that replace placeholders in prompts. */
export type PromptValues = {
  now: Date;
  variables: Readonly<Record<string, string | undefined>>;
  context: Readonly<Record<string, string>>;
};

/** Matches `@assets/…` at the end of a line. */
export const assetReferencePattern = /^([ \t]*)(?![ \t])(.*?)@assets\/([\w./-]+\.(?:md|ya?ml|json|txt))[ \t]*$/;

/** Reads `prompts.yml` of a folder, with the texts of the `@assets/…` files inserted; empty if the file is missing. */
export function readPrompts(dir: string): Prompt[] {
  return listPromptFiles(dir).flatMap(({ file, preset }) => (preset === undefined ? readPromptFile(file, dir) : []));
}

/** Reads the prompts below `prompts/`, by name: `prompts/chat/friendly.yml` is `chat.friendly`. */
export function readPresets(dir: string): ReadonlyMap<string, Prompt[]> {
  const presets = listPromptFiles(dir).flatMap(({ file, preset }): [string, Prompt[]][] =>
    preset === undefined ? [] : [[preset, readPromptFile(file, dir)]],
  );
  return new Map(presets);
}

/** Lists the prompt files of a folder. `preset` is the prompts' name for a file below `prompts/`. */
export function listPromptFiles(dir: string): { file: string; preset: string | undefined }[] {
  const promptsFile = path.join(dir, 'prompts.yml');
  const folder = path.join(dir, 'prompts');
  const presetFiles = existsSync(folder) ? globSync('**/*.{yml,yaml}', { cwd: folder }).toSorted() : [];
  return [
    ...(existsSync(promptsFile) ? [{ file: promptsFile, preset: undefined }] : []),
    ...presetFiles.map((name) => ({
      file: path.join(folder, name),
      preset: name.replace(/\.ya?ml$/, '').replaceAll(/[/\\]/g, '.'),
    })),
  ];
}

/** Reads a file with prompts of an assistant. Throws an error that lists all its mistakes. */
export function readPromptFile(file: string, dir: string): Prompt[] {
  const { text, lines } = inlineAssetReferences(readBounded(file), path.join(dir, 'assets'));
  const promptFile = parseYaml(promptsSchema, { text, file });
  if (promptFile.ok) return promptFile.data;
  throw new BrokenFilesError(
    promptFile.problems.map((problem) => ({ ...problem, line: lines[problem.line - 1] ?? 1 })),
  );
}

/**
 * Converts prompts to messages, with the placeholders `$SYS.`, `$ENV.` and `$CTX.` replaced. Unknown `$SYS.` names
 * stay, other unknown names become empty.
 */
export function toPromptMessages(prompts: readonly Prompt[], values: PromptValues): Message[] {
  const clock = createClockValues(values.now);
  return prompts.map((prompt) => ({ ...prompt, content: fillPromptVariables(prompt.content, clock, values) }));
}

function fillPromptVariables(text: string, clock: Readonly<Record<string, string>>, values: PromptValues): string {
  return text
    .replaceAll(/\$SYS\.([A-Z]+)/g, (match, name: string) => clock[name] ?? match)
    .replaceAll(/\$ENV\.(\w+)/g, (_whole, name: string) => values.variables[name] ?? '')
    .replaceAll(/\$CTX\.(\w+)/g, (_whole, name: string) => values.context[name] ?? '');
}

function createClockValues(now: Date): Record<string, string> {
  const padToTwoDigits = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${padToTwoDigits(now.getMonth() + 1)}-${padToTwoDigits(now.getDate())}`;
  const time = `${padToTwoDigits(now.getHours())}:${padToTwoDigits(now.getMinutes())}:${padToTwoDigits(now.getSeconds())}`;
  return {
    TIME: time,
    DATE: date,
    DATETIME: `${date} ${time}`,
    TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    WEEKDAY: now.toLocaleDateString('en-US', { weekday: 'long' }),
    YEAR: String(now.getFullYear()),
    MONTH: padToTwoDigits(now.getMonth() + 1),
    DAY: padToTwoDigits(now.getDate()),
    HOUR: padToTwoDigits(now.getHours()),
    MINUTE: padToTwoDigits(now.getMinutes()),
    SECOND: padToTwoDigits(now.getSeconds()),
  };
}

/**
 * Replaces a reference to a file with the file's text as a YAML block, so that quotes and colons in the text have no
 * special meaning. `lines` has the line number in the original file (from 1) for each line of the result.
 */
function inlineAssetReferences(yaml: string, folder: string): { text: string; lines: number[] } {
  const filledLines = yaml.split('\n').map((line) =>
    line.replace(assetReferencePattern, (_whole, indent: string, before: string, name: string) => {
      const file = path.join(folder, name);
      const text = existsSync(file) ? readBounded(file) : '';
      const block = text.split('\n').map((textLine) => `${indent}    ${textLine}`);
      return `${indent}${before}|\n${block.join('\n')}`;
    }),
  );
  const lines = filledLines.flatMap((text, index) => text.split('\n').map(() => index + 1));
  return { text: filledLines.join('\n'), lines };
}
