import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { builtInTemplates, placeholderProblems, type Template } from '../../injection/index.ts';
import { describeSyntaxError } from '../../inputs/describe-syntax-error.ts';
import { type Problem, toInputError } from '../../inputs/problem.ts';
import { createLocator, createPositions } from '../../inputs/source-position.ts';
import { errorText, type JsonPath, jsonIn, nearestWord } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';

const order = z.string().min(1).optional();
const templateSchema = z.union([
  z.string().min(1),
  z.strictObject({
    text: z.string().min(1),
    orders: z.strictObject({ tool_called: order, contains: order, canary: order }).optional(),
  }),
]);
const fileSchema = z.record(z.string().min(1), templateSchema);

/**
 * The templates of an attack: those of a file, which add to the built-in ones and replace those of the same name, and
 * of these the ones that `only` names. Throws with the place of everything that is wrong in the file.
 */
export function readTemplates(
  { file, only = [] }: { file: string | undefined; only?: readonly string[] | undefined },
  cwd: string,
): Template[] {
  const own = file === undefined ? [] : templatesIn(file, cwd);
  const replaced = new Set(own.map(({ name }) => name));
  const all = [...builtInTemplates.filter(({ name }) => !replaced.has(name)), ...own];
  for (const name of only) checkName(name, all);
  return only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
}

function checkName(name: string, all: readonly Template[]): void {
  const names = all.map((template) => template.name);
  if (names.includes(name)) return;
  const near = nearestWord(name, names);
  throw new UsageError(`--template: no template is called ${JSON.stringify(name)}`, [
    near === undefined ? `there are ${names.join(', ')}` : `did you mean ${JSON.stringify(near)}?`,
  ]);
}

function templatesIn(file: string, cwd: string): Template[] {
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`--templates: ${file} cannot be read: ${errorText(error)}`);
  }
  const problems: Problem[] = [];
  const templates = parseTemplates({ file, text, problems });
  if (problems.length > 0) throw toInputError(problems, 'file of templates');
  return templates;
}

type TemplateSource = { file: string; text: string; problems: Problem[] };

function parseTemplates({ file, text, problems }: TemplateSource): Template[] {
  const value = jsonIn(text);
  if (value === undefined) {
    const { offset, message } = describeSyntaxError(text);
    problems.push({ file, ...createPositions(text)(offset), message });
    return [];
  }
  const locator = createLocator(text);
  const positionOf = createPositions(text);
  const addProblem = (at: JsonPath, message: string): void => {
    problems.push({ file, ...positionOf(locator.rangeOf(at, 'value').offset), message });
  };
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    for (const { path: at, message } of parsed.error.issues) {
      const names = at.map((part) => (typeof part === 'symbol' ? String(part) : part));
      addProblem(
        names,
        names.length === 0 ? 'a file of templates is an object: {"name": "text with {{order}}"}' : message,
      );
    }
    return [];
  }
  return Object.entries(parsed.data).map(([name, written]) => {
    const template = { name, ...(typeof written === 'string' ? { text: written } : written) };
    const at = typeof written === 'string' ? [name] : [name, 'text'];
    for (const message of placeholderProblems(template.text)) addProblem(at, message);
    if (!/\{\{\s*(order|base64|hidden)\s*\}\}/.test(template.text)) {
      addProblem(
        at,
        'the text never orders anything; write {{order}}, {{base64}} or {{hidden}} where the order belongs',
      );
    }
    return template;
  });
}
