import path from 'node:path';
import { builtInInjectionTemplates, findTemplate, type InjectionTemplate } from '../../injection/index.ts';
import { toInputError } from '../../inputs/problem.ts';
import {
  mergeTemplates,
  readTemplateFile,
  readWorkspaceTemplates,
  type TemplatesOfFile,
} from '../../inputs/template-file.ts';
import { toErrorMessage } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';

type TemplatesRequest = {
  root: string;
  cwd: string;
  file: string | undefined;
  only?: readonly string[] | undefined;
};

/**
 * Returns the templates of an attack: built-in ones, those of the workspace and those of a file. A later template
 * replaces an earlier one with the same name. `only` selects templates by name. Throws with the position of every
 * mistake.
 */
export function loadTemplates({ root, cwd, file, only = [] }: TemplatesRequest): InjectionTemplate[] {
  const ofWorkspace = mergeTemplates(builtInInjectionTemplates, requireValidTemplates(readWorkspaceTemplates(root)));
  const all = file === undefined ? ofWorkspace : mergeTemplates(ofWorkspace, loadTemplatesFromFile(file, cwd));
  for (const name of only) {
    const answer = findTemplate(name, all);
    if (!answer.ok) throw new UsageError(`--template: ${answer.message}`, formatSuggestionLines(answer.suggestion));
  }
  return only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
}

function formatSuggestionLines(suggestion: string | undefined): string[] {
  return suggestion === undefined ? [] : [`did you mean ${JSON.stringify(suggestion)}?`];
}

function loadTemplatesFromFile(file: string, cwd: string): InjectionTemplate[] {
  let read: TemplatesOfFile;
  try {
    read = readTemplateFile(path.resolve(cwd, file), file);
  } catch (error) {
    throw new UsageError(`--templates: ${file} cannot be read: ${toErrorMessage(error)}`);
  }
  return requireValidTemplates(read);
}

function requireValidTemplates({ templates, problems }: TemplatesOfFile): InjectionTemplate[] {
  if (problems.length > 0) throw toInputError(problems, 'file of templates');
  return templates;
}
