import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Message, messageRoles } from '../../contract/index.ts';
import { AgentError } from '../../ports/index.ts';
import { schemaProblems } from '../../values/index.ts';
import { parseYaml } from './read-yaml.ts';

const promptsSchema = z.array(
  z.object({ role: z.enum(messageRoles), content: z.string(), name: z.string().optional() }),
);
export type Prompt = z.infer<typeof promptsSchema>[number];

/** The values of placeholders in prompts. */
export type PromptValues = {
  now: Date;
  variables: Readonly<Record<string, string | undefined>>;
  context: Readonly<Record<string, string>>;
};

const assetReference = /^([ \t]*)(.*?)@assets\/([\w./-]+\.(?:md|ya?ml|json|txt))[ \t]*$/gm;

/** Reads `prompts.yml` of a folder, with `@assets/…` of the folder put in; a missing file is an empty list. */
export function readPrompts(dir: string): Prompt[] {
  const file = path.join(dir, 'prompts.yml');
  return existsSync(file) ? readPromptFile(file, path.join(dir, 'assets')) : [];
}

/** The prompts below `prompts/` by name: `prompts/chat/friendly.yml` is `chat.friendly`. */
export function readPresets(dir: string): ReadonlyMap<string, Prompt[]> {
  const folder = path.join(dir, 'prompts');
  const presets = new Map<string, Prompt[]>();
  if (!existsSync(folder)) return presets;
  for (const file of globSync('**/*.{yml,yaml}', { cwd: folder }).toSorted()) {
    const name = file.replace(/\.ya?ml$/, '').replaceAll(/[/\\]/g, '.');
    presets.set(name, readPromptFile(path.join(folder, file), path.join(dir, 'assets')));
  }
  return presets;
}

/** Prompts as messages, `$SYS.`, `$ENV.` and `$CTX.` replaced. Unknown `$SYS.` names stay, other unknown names vanish. */
export function promptMessages(prompts: readonly Prompt[], values: PromptValues): Message[] {
  const clock = clockValues(values.now);
  return prompts.map((prompt) => ({ ...prompt, content: fillIn(prompt.content, clock, values) }));
}

function readPromptFile(file: string, assets: string): Prompt[] {
  const text = withAssets(readFileSync(file, 'utf8'), assets);
  const parsed = promptsSchema.safeParse(parseYaml(text, file) ?? []);
  if (parsed.success) return parsed.data;
  throw new AgentError(`${file}: ${schemaProblems(parsed.error)}`, 'configuration');
}

function fillIn(text: string, clock: Readonly<Record<string, string>>, values: PromptValues): string {
  return text
    .replaceAll(/\$SYS\.([A-Z]+)/g, (whole, name: string) => clock[name] ?? whole)
    .replaceAll(/\$ENV\.(\w+)/g, (_whole, name: string) => values.variables[name] ?? '')
    .replaceAll(/\$CTX\.(\w+)/g, (_whole, name: string) => values.context[name] ?? '');
}

function clockValues(now: Date): Record<string, string> {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return {
    TIME: time,
    DATE: date,
    DATETIME: `${date} ${time}`,
    TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    WEEKDAY: now.toLocaleDateString('en-US', { weekday: 'long' }),
    YEAR: String(now.getFullYear()),
    MONTH: two(now.getMonth() + 1),
    DAY: two(now.getDate()),
    HOUR: two(now.getHours()),
    MINUTE: two(now.getMinutes()),
    SECOND: two(now.getSeconds()),
  };
}

/** A reference becomes a YAML block of the file's text, so that quotes and colons in it mean nothing. */
function withAssets(yaml: string, folder: string): string {
  return yaml.replaceAll(assetReference, (_whole, indent: string, before: string, name: string) => {
    const file = path.join(folder, name);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const block = text.split('\n').map((line) => `${indent}    ${line}`);
    return `${indent}${before}|\n${block.join('\n')}`;
  });
}
