import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, jsonIn } from '../../values/index.ts';

/** What a folder has already. Only files are read; nothing is started and no address is contacted. */
export type FolderSurvey = {
  packageFile?: JsonObject;
  /** Files that look like an agent, relative to the folder. */
  agentFiles: string[];
  /** Frameworks in the dependencies of package.json. */
  frameworks: string[];
  hasYao: boolean;
  hasOxy: boolean;
  promptfoo?: string;
};

const agentPlaces = ['', 'src/', 'app/', 'agents/', 'src/agents/', 'src/mastra/agents/', 'lib/'];
const agentName = /^(?:agent|assistant|chatbot|bot|index)\.(?:[cm]?[jt]s|py)$|[-_.]agent\.(?:[cm]?[jt]s|py)$/;
const MOST_AGENTS = 5;

const frameworkPackages: Readonly<Record<string, string>> = {
  ai: 'AI SDK',
  '@mastra/core': 'Mastra',
  '@openai/agents': 'OpenAI Agents SDK',
  '@langchain/langgraph': 'LangGraph.js',
};

export function surveyFolder(root: string): FolderSurvey {
  const packageFile = readPackage(root);
  const dependencies = [packageFile?.dependencies, packageFile?.devDependencies].filter(isJsonObject);
  const survey: FolderSurvey = {
    agentFiles: agentPlaces.flatMap((place) => agentFilesIn(root, place)).slice(0, MOST_AGENTS),
    frameworks: Object.entries(frameworkPackages).flatMap(([name, label]) =>
      dependencies.some((each) => name in each) ? [label] : [],
    ),
    hasYao:
      existsSync(path.join(root, 'app.yao')) ||
      listNames(path.join(root, 'assistants')).some((name) => {
        return existsSync(path.join(root, 'assistants', name, 'package.yao'));
      }),
    hasOxy:
      listNames(root).some((name) => name.endsWith('.agent.yml')) ||
      listNames(path.join(root, 'agents')).some((name) => name.endsWith('.agent.yml')),
  };
  const promptfoo = listNames(root).find((name) => /^promptfooconfig\.(?:ya?ml|json)$/.test(name));
  if (packageFile !== undefined) survey.packageFile = packageFile;
  if (promptfoo !== undefined) survey.promptfoo = promptfoo;
  return survey;
}

function readPackage(root: string): JsonObject | undefined {
  const file = path.join(root, 'package.json');
  const parsed = existsSync(file) ? jsonIn(readFileSync(file, 'utf8')) : undefined;
  return isJsonObject(parsed) ? parsed : undefined;
}

function agentFilesIn(root: string, place: string): string[] {
  const isAgentFolder = place.endsWith('agents/');
  return listNames(path.join(root, place))
    .filter((name) => agentName.test(name) && (isAgentFolder || !name.startsWith('index.')))
    .map((name) => `${place}${name}`);
}

function listNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** What was seen, a line each, with the command for it. */
export function describeSurvey({ agentFiles, frameworks, hasOxy, promptfoo }: FolderSurvey): string[] {
  return [
    ...agentFiles.map((file) => `an agent? ${file}: npx turntree try ${file} --goal "…"`),
    ...frameworks.map((name) => `${name}: export the agent from a file, and try that file`),
    ...(hasOxy ? ['oxy agents: npx turntree test runs *.test.yml as they are'] : []),
    ...(promptfoo === undefined
      ? []
      : [`promptfoo: npx turntree import promptfoo ${promptfoo} -o tests/promptfoo.jsonl`]),
  ];
}
