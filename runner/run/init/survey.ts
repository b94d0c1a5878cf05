import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, tryParseJson } from '../../values/index.ts';
import { formatCommandLine } from '../report/rerun-command.ts';

/**
 * What a folder already contains. Determined only by reading files, without starting programs or making network
 * requests.
 */
export type FolderSurvey = {
  packageFile?: JsonObject;
  /** Files that look like the code of an agent, relative to the folder. */
  agentFiles: string[];
  /** Agent frameworks among the dependencies in package.json. */
  frameworks: string[];
  hasYao: boolean;
  hasOxy: boolean;
  promptfoo?: string;
};

const usualAgentFolders = ['', 'src/', 'app/', 'agents/', 'src/agents/', 'src/mastra/agents/', 'lib/'];
const agentFileNamePattern =
  /^(?:agent|assistant|chatbot|bot|index)\.(?:[cm]?[jt]s|py)$|[-_.]agent\.(?:[cm]?[jt]s|py)$/;
const MAX_AGENTS = 5;
/** The maximum size of a source file. A larger file is generated, so it is not suggested as an agent. */
const MAX_SOURCE_BYTES = 200_000;
const sourceFileNamePattern = /\.[cm]?[jt]s$/;

const frameworkPackages: Readonly<Record<string, string>> = {
  ai: 'AI SDK',
  '@mastra/core': 'Mastra',
  '@openai/agents': 'OpenAI Agents SDK',
  '@langchain/langgraph': 'LangGraph.js',
};

export function surveyFolder(root: string): FolderSurvey {
  const packageFile = readPackageJson(root);
  const dependencies = [packageFile?.dependencies, packageFile?.devDependencies].filter(isJsonObject);
  const survey: FolderSurvey = {
    agentFiles: usualAgentFolders.flatMap((folder) => listAgentFiles(root, folder)).slice(0, MAX_AGENTS),
    frameworks: Object.entries(frameworkPackages).flatMap(([name, label]) =>
      dependencies.some((each) => name in each) ? [label] : [],
    ),
    hasYao:
      existsSync(path.join(root, 'app.yao')) ||
      listFolderEntries(path.join(root, 'assistants')).some((name) => {
        return existsSync(path.join(root, 'assistants', name, 'package.yao'));
      }),
    hasOxy:
      listFolderEntries(root).some((name) => name.endsWith('.agent.yml')) ||
      listFolderEntries(path.join(root, 'agents')).some((name) => name.endsWith('.agent.yml')),
  };
  const promptfoo = listFolderEntries(root).find((name) => /^promptfooconfig\.(?:ya?ml|json)$/.test(name));
  if (packageFile !== undefined) survey.packageFile = packageFile;
  if (promptfoo !== undefined) survey.promptfoo = promptfoo;
  return survey;
}

/** Where turntree comes from according to package.json: a version, a path or a URL. */
export function findTurntreeDependency(packageFile: JsonObject | undefined): string | undefined {
  const sources = [packageFile?.dependencies, packageFile?.devDependencies].flatMap((each) =>
    isJsonObject(each) && typeof each.turntree === 'string' ? each.turntree : [],
  );
  return sources[0];
}

export function readPackageJson(root: string): JsonObject | undefined {
  const file = path.join(root, 'package.json');
  const parsed = existsSync(file) ? tryParseJson(readFileSync(file, 'utf8')) : undefined;
  return isJsonObject(parsed) ? parsed : undefined;
}

function listAgentFiles(root: string, folder: string): string[] {
  const isAgentFolder = folder.endsWith('agents/');
  return listFolderEntries(path.join(root, folder))
    .filter(
      (name) =>
        (agentFileNamePattern.test(name) && (isAgentFolder || !name.startsWith('index.'))) ||
        (sourceFileNamePattern.test(name) && importsFramework(path.join(root, folder, name))),
    )
    .map((name) => `${folder}${name}`);
}

/** True if the file has an export and imports an agent framework. */
function importsFramework(file: string): boolean {
  const { size } = statSync(file);
  if (size > MAX_SOURCE_BYTES) return false;
  const text = readFileSync(file, 'utf8');
  return (
    /^export /m.test(text) &&
    Object.keys(frameworkPackages).some((name) => text.includes(`from '${name}`) || text.includes(`from "${name}`))
  );
}

function listFolderEntries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** Lists what was found in the folder, one line each, with the command to use it. */
export function describeSurvey({ packageFile, agentFiles, frameworks, hasOxy, promptfoo }: FolderSurvey): string[] {
  const source = findTurntreeDependency(packageFile);
  return [
    ...agentFiles.map((file) => `an agent? ${file}: ${formatCommandLine(['npx', 'turntree', 'try', file])} --goal "…"`),
    ...(agentFiles.length > 0 ? [] : frameworks).map(
      (name) => `${name}: export the agent from a file, and try it: npx turntree try <file> --goal "…"`,
    ),
    ...(source?.startsWith('file:..') === true
      ? [
          `turntree is installed from ${source.slice('file:'.length)}: move that file into this folder, or CI cannot install it`,
        ]
      : []),
    ...(hasOxy ? ['oxy agents: npx turntree test runs *.test.yml as they are'] : []),
    ...(promptfoo === undefined
      ? []
      : [
          `promptfoo: ${formatCommandLine(['npx', 'turntree', 'import', 'promptfoo', promptfoo])} -o tests/promptfoo.jsonl`,
        ]),
  ];
}
