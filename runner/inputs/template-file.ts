import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import {
  builtInInjectionTemplates,
  findPlaceholderProblems,
  findTemplate,
  type InjectionTemplate,
} from '../injection/index.ts';
import { type JsonPath, tryParseJson } from '../values/index.ts';
import { describeSyntaxError } from './describe-syntax-error.ts';
import type { ReadTemplate } from './parse-cases.ts';
import { formatProblem, type InputProblem } from './problem.ts';
import { createLocator, createPositions } from './source-position.ts';

/**
 * The file with a workspace's templates for hostile texts, next to its config. Cases can refer to these templates like
 * to built-in ones.
 */
const TEMPLATE_FILE = 'attack-templates.json';

const instructionSchema = z.string().min(1).optional();
const templateSchema = z.union([
  z.string().min(1),
  z.strictObject({
    text: z.string().min(1),
    orders: z
      .strictObject({ tool_called: instructionSchema, contains: instructionSchema, canary: instructionSchema })
      .optional(),
  }),
]);
const fileSchema = z.record(z.string().min(1), templateSchema);

export type TemplatesOfFile = { templates: InjectionTemplate[]; problems: InputProblem[] };

/** Reads a file of templates. Throws if it cannot be read. `name` is the name of the file in messages. */
export function readTemplateFile(file: string, name: string): TemplatesOfFile {
  const problems: InputProblem[] = [];
  return { templates: parseTemplates({ file: name, text: readFileSync(file, 'utf8'), problems }), problems };
}

/** Reads the templates of a workspace; empty if it has no template file. */
export function readWorkspaceTemplates(root: string): TemplatesOfFile {
  const file = path.join(/* turbopackIgnore: true */ root, TEMPLATE_FILE);
  return existsSync(/* turbopackIgnore: true */ file)
    ? readTemplateFile(file, TEMPLATE_FILE)
    : { templates: [], problems: [] };
}

/** Adds templates to a list. A template replaces an existing one with the same name. */
export function mergeTemplates(
  templates: readonly InjectionTemplate[],
  otherTemplates: readonly InjectionTemplate[],
): InjectionTemplate[] {
  const replaced = new Set(otherTemplates.map(({ name }) => name));
  return [...templates.filter(({ name }) => !replaced.has(name)), ...otherTemplates];
}

/**
 * Returns a function that finds templates by name, among those of the workspace and the built-in ones. It reads the
 * file only once.
 */
export function createTemplateReader(root: string): ReadTemplate {
  let ownTemplates: TemplatesOfFile | undefined;
  return (name) => {
    ownTemplates ??= readWorkspaceTemplates(root);
    const [problem] = ownTemplates.problems;
    if (problem !== undefined) return { ok: false, message: `the templates cannot be read: ${formatProblem(problem)}` };
    const answer = findTemplate(name, mergeTemplates(builtInInjectionTemplates, ownTemplates.templates));
    return answer.ok
      ? answer
      : { ...answer, message: `${answer.message}; write your own templates into ${TEMPLATE_FILE} beside the config` };
  };
}

type TemplateSource = { file: string; text: string; problems: InputProblem[] };

function parseTemplates({ file, text, problems }: TemplateSource): InjectionTemplate[] {
  const value = tryParseJson(text);
  if (value === undefined) {
    const { offset, message } = describeSyntaxError(text);
    problems.push({ file, ...createPositions(text)(offset), message });
    return [];
  }
  const locator = createLocator(text);
  const positionOf = createPositions(text);
  const addProblem = (issuePath: JsonPath, message: string): void => {
    problems.push({ file, ...positionOf(locator.rangeOf(issuePath, 'value').offset), message });
  };
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    for (const { path: issuePath, message } of parsed.error.issues) {
      const names = issuePath.map((step) => (typeof step === 'symbol' ? String(step) : step));
      addProblem(
        names,
        names.length === 0 ? 'a file of templates is an object: {"name": "text with {{order}}"}' : message,
      );
    }
    return [];
  }
  return Object.entries(parsed.data).map(([name, written]) => {
    const template = { name, ...(typeof written === 'string' ? { text: written } : written) };
    const textPath = typeof written === 'string' ? [name] : [name, 'text'];
    for (const message of findPlaceholderProblems(template.text)) addProblem(textPath, message);
    if (!/\{\{\s*(order|base64|hidden)\s*\}\}/.test(template.text)) {
      addProblem(
        textPath,
        'the text never orders anything; write {{order}}, {{base64}} or {{hidden}} where the order belongs',
      );
    }
    return template;
  });
}
