import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../../../../values/index.ts';
import {
  type CheckScript,
  createImportProgress,
  type ImportedSuite,
  type ImportSource,
  type ReadReferencedFiles,
  type RoleAgents,
} from '../import-source.ts';
import { parseDocument } from '../read-document.ts';
import { MODEL_USER_NOTE } from '../scenarios/notes.ts';
import { UnreadableImport } from '../unreadable-import.ts';
import { type ConvertedCheck, convertCheck, hasOwnJudge } from './assertions.ts';
import {
  collectObjectsInList,
  listOrEmpty,
  objectOrEmpty,
  type PromptfooSource,
  type PromptfooValue,
} from './promptfoo-source.ts';
import { DEFAULT_PROMPT, loadPrompts, type Prompt } from './prompts.ts';
import { reportSkippedOptions, reportSkippedTestOptions, resultChangingOptions } from './report-skipped-options.ts';
import {
  ANSWERS_ONLY_NOTE,
  convertSimulatedUser,
  findSimulatedUserConfig,
  findTranscriptCheckProblem,
  getProviderId,
} from './simulated-user.ts';
import { listCombinations, type RenderedText, renderTemplate, renderValue } from './template.ts';
import { loadSharedTestDefaults, loadTestsAtPath } from './tests.ts';

type ImportedTest = {
  placed: PromptfooValue;
  vars: JsonObject;
  options: JsonObject;
  checks: PromptfooValue[];
  provider: Json | undefined;
};
type PromptfooImport = {
  roleAgents: RoleAgents;
  beside: ReadReferencedFiles;
  source: PromptfooSource;
  suite: ImportedSuite;
  script: CheckScript | undefined;
};

/** Converts a promptfoo configuration to cases: one for every combination of a test and a prompt. */
export function importPromptfoo({ text, file, roleAgents, beside, suite, script }: ImportSource): void {
  const document = parseDocument({ text, file });
  if (!document.ok) throw new UnreadableImport(document.problems);
  const config = document.value;
  if (!isJsonObject(config) || (config.tests === undefined && config.scenarios === undefined)) {
    throw new UnreadableImport(`${file}:1: this is not a promptfoo configuration: it has no tests and no scenarios`);
  }
  const progress = createImportProgress(file, suite);
  const context: PromptfooImport = { roleAgents, beside, suite, script, source: { progress, lineOf: document.lineOf } };
  const prompts = loadPrompts(config, context);
  reportSkippedOptions(config, context.source);
  for (const [index, test] of collectTests(config, context).entries()) convertTest(test, { index, prompts }, context);
}

type SharedSettings = Pick<ImportedTest, 'vars' | 'options' | 'checks' | 'provider'>;

function collectTests(config: JsonObject, context: PromptfooImport): ImportedTest[] {
  const base = loadSharedTestDefaults(config, context);
  const none: SharedSettings = { vars: {}, options: {}, checks: [], provider: undefined };
  if (base !== undefined) reportSkippedTestOptions(base);
  const shared = base === undefined ? none : withSharedSettings(base, none);
  const own = loadTestsAtPath(config, ['tests'], context);
  for (const placed of own) reportSkippedTestOptions(placed);
  const scenarios = collectObjectsInList(config, ['scenarios'], context.source).flatMap((scenario) =>
    collectTestsOfScenario(scenario, shared, context),
  );
  return [...own.map((placed) => withSharedSettings(placed, shared)), ...scenarios];
}

function collectTestsOfScenario(
  { value, path, source }: PromptfooValue,
  shared: SharedSettings,
  context: PromptfooImport,
): ImportedTest[] {
  return listOrEmpty(value.config).flatMap((data, at) => {
    const row = { value: isJsonObject(data) ? data : {}, path: [...path, 'config', at], source };
    const tests = loadTestsAtPath(value, [...path, 'tests'], context);
    for (const placed of at === 0 ? [row, ...tests] : [row]) reportSkippedTestOptions(placed);
    return tests.map((placed) => withSharedSettings(placed, withSharedSettings(row, shared)));
  });
}

function withSharedSettings(placed: PromptfooValue, shared: SharedSettings): ImportedTest {
  const { value } = placed;
  return {
    placed,
    vars: { ...shared.vars, ...objectOrEmpty(value, 'vars') },
    options: { ...shared.options, ...objectOrEmpty(value, 'options') },
    checks: [...shared.checks, ...listChecksOfTest(placed)],
    provider: value.provider ?? shared.provider,
  };
}

function listChecksOfTest({ value: test, path, source }: PromptfooValue): PromptfooValue[] {
  return collectObjectsInList(test, [...path, 'assert'], source).flatMap((placed): PromptfooValue[] => {
    if (placed.value.type !== 'assert-set' || placed.value.threshold !== undefined) return [placed];
    return collectObjectsInList(placed.value, [...placed.path, 'assert'], source);
  });
}

type TestContext = { index: number; prompts: readonly Prompt[] };

function convertTest(test: ImportedTest, { index, prompts }: TestContext, context: PromptfooImport): void {
  const { vars, options, checks } = test;
  const { value, path, source } = test.placed;
  const user = findSimulatedUserConfig(test.provider);
  // Variables whose lists are messages. For any other list, promptfoo creates one test per item.
  const { initialMessages, ...others } = vars;
  const line = source.lineOf(path);
  const name = typeof value.description === 'string' ? value.description : undefined;
  const reportChecksSkipped = (why: string): void => {
    for (const check of checks) reportSkippedCheck(check, why);
    if (checks.length === 0) source.progress.reportLeftOutPart(line, 'a test', why);
  };
  const problem = findObstacle(test);
  const all = listCombinations(user === undefined ? vars : others);
  if (problem !== undefined || all === undefined) {
    reportChecksSkipped(problem ?? 'the variables of the test make too many combinations');
    return;
  }
  if (user === undefined && value.provider !== undefined) {
    source.progress.reportLeftOutPart(line, '"provider"', 'set the agent in runner.config.json, or with -n');
  }
  const testPrompts = selectPromptsOfTest(value.prompts, prompts);
  for (const filled of all) {
    for (const prompt of testPrompts) {
      const input = renderPrompt(textOrEmpty(options.prefix) + prompt.text + textOrEmpty(options.suffix), filled);
      const own =
        user === undefined
          ? toSingleCallInput(input)
          : toConversationInput(input, {
              config: user,
              vars: filled,
              initialMessages,
              isDefault: prompt.text === DEFAULT_PROMPT,
            });
      if (!own.ok) reportChecksSkipped(own.why);
      else convertCase({ id: `test-${index + 1}`, name, vars: filled, test, own: own.value }, context);
    }
  }
  if (testPrompts.length === 0)
    reportChecksSkipped(prompts.length === 0 ? 'no prompt could be imported' : 'none of its prompts could be imported');
}

type CaseInputParts = { parts: JsonObject; hasModelInstructions?: boolean };

function toSingleCallInput(input: RenderedText<Json>): RenderedText<CaseInputParts> {
  return input.ok ? { ok: true, value: { parts: { input: input.value } } } : input;
}

type SimulatedUserSettings = {
  config: JsonObject;
  vars: JsonObject;
  initialMessages: Json | undefined;
  isDefault: boolean;
};

/** If there are no prompts, the tested agent has its own instructions. */
function toConversationInput(
  renderedMessages: RenderedText<Json>,
  { isDefault, ...user }: SimulatedUserSettings,
): RenderedText<CaseInputParts> {
  if (!renderedMessages.ok && !isDefault) return renderedMessages;
  return convertSimulatedUser({ ...user, prompt: renderedMessages.ok ? renderedMessages.value : undefined });
}

/** If a test names prompts, it is run only with these. */
function selectPromptsOfTest(selected: Json | undefined, prompts: readonly Prompt[]): readonly Prompt[] {
  if (selected === undefined) return prompts;
  const names = listOrEmpty(Array.isArray(selected) ? selected : [selected]);
  return prompts.filter(({ text, label }) => names.includes(label ?? text) || names.includes(text));
}

function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function findObstacle({ placed: { value: test }, vars, options, provider }: ImportedTest): string | undefined {
  if (String(getProviderId(provider)).startsWith('promptfoo:redteam:'))
    return 'the simulated user of the test attacks the agent; use "turntree attack" for hostile texts';
  if (test.threshold !== undefined) return 'the test passes when enough of its checks pass; in Turntree all must pass';
  if (test.providerOutput !== undefined) return 'the test contains the answer, so no agent would be called';
  if (options.transform !== undefined) return 'the answer is transformed by code of promptfoo before it is checked';
  const changingOption = resultChangingOptions.find((key) => options[key] !== undefined && options[key] !== false);
  if (changingOption !== undefined) return `the option "${changingOption}" of the test has no counterpart`;
  if (typeof test.vars === 'string') return `the variables of the test are in another file: ${test.vars}`;
  const fileUrl = Object.values(vars).find((value) => typeof value === 'string' && /^(?:file|package):/.test(value));
  return fileUrl === undefined ? undefined : `a variable is in another file: ${String(fileUrl)}`;
}

type PromptfooCaseParts = {
  id: string;
  name: string | undefined;
  vars: JsonObject;
  test: ImportedTest;
  own: CaseInputParts;
};

/**
 * Marks the case with `skip` until a person has looked at it. A check is missing, so the case might pass where the
 * original test fails.
 */
function convertCase({ id, name, vars, test, own }: PromptfooCaseParts, context: PromptfooImport): void {
  const { value, path, source } = test.placed;
  const line = source.lineOf(path);
  const isConversation = own.parts.simulator !== undefined;
  const { assert, skippedChecks, importedCheckCount } = convertChecks(test, { vars, isConversation }, context);
  if (assert.length === 0) {
    source.progress.reportLeftOutPart(
      line,
      `the case "${name ?? id}"`,
      'the case would check nothing, and any answer would pass',
    );
    return;
  }
  if (own.hasModelInstructions === true) source.progress.addNote(MODEL_USER_NOTE);
  if (isConversation && assert.some(({ type }) => type === 'contains' || type === 'regex'))
    source.progress.addNote(ANSWERS_ONLY_NOTE);
  const isWhole = skippedChecks.length === 0;
  const authored: JsonObject = {
    id,
    ...withoutUndefined({ name, skip: isWhole ? undefined : true }),
    ...own.parts,
    assert,
  };
  const metadata = {
    ...(isJsonObject(value.metadata) ? value.metadata : {}),
    ...withoutUndefined({
      vars: Object.keys(vars).length > 0 ? vars : undefined,
      not_carried: isWhole ? undefined : skippedChecks,
    }),
  };
  if (Object.keys(metadata).length > 0) authored.metadata = metadata;
  source.progress.addImported({ line, checks: importedCheckCount, written: authored });
}

type ConvertedChecks = { assert: JsonObject[]; skippedChecks: string[]; importedCheckCount: number };

function convertChecks(
  { checks }: ImportedTest,
  { vars, isConversation }: { vars: JsonObject; isConversation: boolean },
  { roleAgents, script }: PromptfooImport,
): ConvertedChecks {
  const all: ConvertedChecks = { assert: [], skippedChecks: [], importedCheckCount: 0 };
  for (const check of checks) {
    const problem = isConversation ? findTranscriptCheckProblem(check.value) : undefined;
    const conversion: ConvertedCheck =
      problem === undefined
        ? convertCheck({ written: check.value, vars, roleAgents, script })
        : { ok: false, why: problem };
    if (conversion.ok) {
      all.assert.push(...conversion.assertions);
      all.importedCheckCount += 1;
      if (conversion.note !== undefined) check.source.progress.addNote(conversion.note);
      if (hasOwnJudge(check.value)) reportUnusedJudgeProvider(check);
      continue;
    }
    reportSkippedCheck(check, conversion.why);
    if (conversion.decidesNothing !== true) all.skippedChecks.push(`${String(check.value.type)}: ${conversion.why}`);
  }
  return all;
}

function reportUnusedJudgeProvider({ path, source }: PromptfooValue): void {
  const line = source.lineOf([...path, 'provider']);
  source.progress.reportLeftOutPart(
    line,
    'the provider of a rubric',
    'set the judge with --map judge=<agent>',
    'rubric',
  );
}

function reportSkippedCheck({ value, path, source }: PromptfooValue, why: string): void {
  source.progress.reportSkippedPart(source.lineOf(path), `the check ${String(value.type)}`, why);
}

/** If a prompt consists of chat messages in JSON, fills the variables into each of their texts. */
function renderPrompt(text: string, vars: JsonObject): RenderedText<Json> {
  const messages = tryParseJson(text);
  if (isChat(messages)) return renderValue(messages, vars);
  const filled = renderTemplate(text, vars);
  if (!filled.ok) return filled;
  const value = tryParseJson(filled.value);
  return { ok: true, value: isChat(value) ? value : filled.value };
}

function isChat(value: Json | undefined): value is Json[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isJsonObject(message) && message.role !== undefined)
  );
}
