import { jsonSchema } from '../../contract/index.ts';
import { defined, isJsonObject, type Json, type JsonObject, jsonIn } from '../../values/index.ts';
import { formatYamlProblem, readYaml } from '../../yaml/read-yaml.ts';
import { createImportedSuite, type ImportedSuite, type ImportSource, type Players } from './imported.ts';
import { carryCheck } from './promptfoo-assertions.ts';
import { combinations, renderTemplate } from './promptfoo-template.ts';
import { UnreadableImport } from './unreadable-import.ts';

type Path = (string | number)[];
type Placed = { value: JsonObject; path: Path };
type Test = { test: JsonObject; path: Path; vars: JsonObject; checks: Placed[] };
type Work = { players: Players; lineOf: (path: Path) => number; progress: ReturnType<typeof createImportedSuite> };

/** Makes a case of every test of a promptfoo configuration with every prompt. */
export function importPromptfoo({ text, file, players }: ImportSource): ImportedSuite {
  const read = readYaml(jsonSchema, { text, file });
  if (!read.ok) throw new UnreadableImport(read.problems.map(formatYamlProblem).join('\n'));
  const config = read.value;
  if (!isJsonObject(config) || (config.tests === undefined && config.scenarios === undefined)) {
    throw new UnreadableImport(`${file}:1: this is not a promptfoo configuration: it has no tests and no scenarios`);
  }
  const progress = createImportedSuite(file);
  const work: Work = { players, progress, lineOf: (path) => read.positionOf(path, 'value').line };
  const prompts = promptsIn(config, work);
  for (const key of ['providers', 'targets', 'extensions', 'nunjucksFilters'].filter(
    (name) => config[name] !== undefined,
  )) {
    progress.leaveOut(work.lineOf([key]), `"${key}"`, 'who answers is said in runner.config.json, or with -n');
  }
  for (const [index, test] of testsIn(config, work).entries()) carryTest(test, { index, prompts }, work);
  return progress.suite;
}

function promptsIn({ prompts = '{{prompt}}' }: JsonObject, { progress, lineOf }: Work): string[] {
  const list = Array.isArray(prompts) ? prompts : [prompts];
  return list.flatMap((prompt, index): string[] => {
    const raw = isJsonObject(prompt) ? (prompt.raw ?? prompt.id) : prompt;
    if (typeof raw === 'string' && !/^(?:file|exec):|\.(?:txt|json|js|ts|mjs|py|md|yaml)$/.test(raw)) return [raw];
    progress.leaveOut(
      lineOf(['prompts', index]),
      'a prompt',
      'it stands in another file; put its text here and import again',
    );
    return [];
  });
}

function testsIn(config: JsonObject, work: Work): Test[] {
  const base = isJsonObject(config.defaultTest) ? config.defaultTest : {};
  const shared = { vars: objectAt(base, 'vars'), checks: checksIn(base, ['defaultTest'], work) };
  const plain = listAt(config, ['tests'], work).map((placed) => testOf(placed, shared, work));
  const scenarios = listAt(config, ['scenarios'], work).flatMap(({ value, path }) =>
    listIn(value.config).flatMap((data, at) =>
      listAt(value, [...path, 'tests'], work).map((placed) => {
        const own = testOf({ value: isJsonObject(data) ? data : {}, path: [...path, 'config', at] }, shared, work);
        return testOf(placed, own, work);
      }),
    ),
  );
  return [...plain, ...scenarios];
}

function testOf({ value, path }: Placed, shared: Pick<Test, 'vars' | 'checks'>, work: Work): Test {
  return {
    test: value,
    path,
    vars: { ...shared.vars, ...objectAt(value, 'vars') },
    checks: [...shared.checks, ...checksIn(value, path, work)],
  };
}

function checksIn(test: JsonObject, path: Path, work: Work): Placed[] {
  return listAt(test, [...path, 'assert'], work).flatMap(({ value, path: at }): Placed[] => {
    if (value.type !== 'assert-set' || value.threshold !== undefined) return [{ value, path: at }];
    return listAt(value, [...at, 'assert'], work);
  });
}

type Around = { index: number; prompts: readonly string[] };

function carryTest({ test, path, vars, checks }: Test, { index, prompts }: Around, work: Work): void {
  const { progress, lineOf } = work;
  const line = lineOf(path);
  const name = typeof test.description === 'string' ? test.description : undefined;
  const lose = (why: string): void => {
    for (const check of checks) progress.lose(lineOf(check.path), `the check ${String(check.value.type)}`, why);
    if (checks.length === 0) progress.leaveOut(line, 'a test', why);
  };
  const problem = problemOf(test, vars);
  const all = combinations(vars);
  if (problem !== undefined || all === undefined) {
    lose(problem ?? 'its variables make too many combinations');
    return;
  }
  for (const filled of all) {
    for (const prompt of prompts) {
      const input = renderTemplate(prompt, filled);
      if (!input.ok) lose(input.why);
      else carryCase({ id: `test-${index + 1}`, name, input: input.value, vars: filled, checks, line }, work);
    }
  }
  if (prompts.length === 0) lose('no prompt could be carried');
}

function problemOf(test: JsonObject, vars: JsonObject): string | undefined {
  if (test.threshold !== undefined) return 'the test passes by a threshold over all of its checks; here all must pass';
  const options = objectAt(test, 'options');
  if (options.transform !== undefined) return 'the answer is transformed by code of promptfoo before it is checked';
  const elsewhere = Object.values(vars).find((value) => typeof value === 'string' && /^(?:file|package):/.test(value));
  return elsewhere === undefined ? undefined : `a variable stands in another file: ${String(elsewhere)}`;
}

type Case = {
  id: string;
  name: string | undefined;
  input: string;
  vars: JsonObject;
  checks: readonly Placed[];
  line: number;
};

function carryCase({ id, name, input, vars, checks, line }: Case, { players, progress, lineOf }: Work): void {
  const assert: JsonObject[] = [];
  let carried = 0;
  for (const { value, path } of checks) {
    const made = carryCheck({ written: value, vars, players });
    if (!made.ok) progress.lose(lineOf(path), `the check ${String(value.type)}`, made.why);
    else {
      assert.push(...made.assertions);
      carried += 1;
    }
  }
  if (assert.length === 0) {
    progress.leaveOut(line, `the case "${name ?? id}"`, 'it would check nothing, and any answer would pass');
    return;
  }
  const written: JsonObject = { id, ...defined({ name }), input: messagesOrText(input), assert };
  if (Object.keys(vars).length > 0) written.metadata = { vars };
  progress.carry({ line, checks: carried, written });
}

/** A prompt may be the messages of a chat, written as JSON. */
function messagesOrText(text: string): Json {
  const value = jsonIn(text);
  const isChat =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isJsonObject(message) && message.role !== undefined);
  return isChat ? value : text;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list under the last key of a path; what is none is left out, and said. */
function listAt(holder: JsonObject, path: Path, { progress, lineOf }: Work): Placed[] {
  const written = holder[String(path.at(-1))];
  if (written !== undefined && !Array.isArray(written)) {
    progress.lose(lineOf(path), `"${String(path.at(-1))}"`, 'it stands in another file, or is not a list');
  }
  return listIn(written).flatMap((value, at): Placed[] => {
    if (isJsonObject(value)) return [{ value, path: [...path, at] }];
    progress.lose(lineOf([...path, at]), `an entry of "${String(path.at(-1))}"`, 'it stands in another file');
    return [];
  });
}
