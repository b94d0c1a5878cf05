import { errorText, isJsonObject, type Json, type JsonObject, parseJson } from '../../../../values/index.ts';
import { createProgress, type ImportedSuite, type NeighbourFile, type ReadNeighbour } from '../imported.ts';
import { readDocument } from '../read-document.ts';
import { readTableTests } from './csv-tests.ts';
import {
  codeFile,
  fileNameIn,
  type PlacedValue,
  type PromptfooPath,
  type PromptfooSource,
} from './promptfoo-source.ts';

type TestFiles = { suite: ImportedSuite; beside: ReadNeighbour };

/** The tests under the last key of a path: written there, or in the files that are named there. */
export function readTestsAt(
  holder: JsonObject,
  path: PromptfooPath,
  files: TestFiles & { source: PromptfooSource },
): PlacedValue[] {
  const { source } = files;
  const tests = holder[String(path.at(-1))];
  if (tests === undefined) return [];
  const entries = Array.isArray(tests)
    ? tests.map((value, at): { value: Json; path: PromptfooPath } => ({ value, path: [...path, at] }))
    : [{ value: tests, path }];
  return entries.flatMap(({ value, path: at }): PlacedValue[] => {
    const lose = (why: string): PlacedValue[] => {
      source.progress.lose(source.lineOf(at), typeof value === 'string' ? value.slice(0, 80) : 'a test', why);
      return [];
    };
    if (typeof value === 'string') return loadExternalTests(value, files, lose);
    if (!isJsonObject(value) || !Array.isArray(tests)) return lose('it is not a list of tests');
    if (typeof value.path === 'string' && value.vars === undefined && value.assert === undefined) {
      return lose(`promptfoo code generates the tests: ${value.path}`);
    }
    return [{ value, path: at, source }];
  });
}

/** The defaults for all tests of a configuration, inline or from a separate file. */
export function sharedTest(
  config: JsonObject,
  files: TestFiles & { source: PromptfooSource },
): PlacedValue | undefined {
  const { defaultTest } = config;
  const path: PromptfooPath = ['defaultTest'];
  if (isJsonObject(defaultTest)) return { value: defaultTest, path, source: files.source };
  if (defaultTest === undefined) return undefined;
  const [only] = readTestsAt(config, path, files);
  return only;
}

function loadExternalTests(
  name: string,
  { suite, beside }: TestFiles,
  lose: (why: string) => PlacedValue[],
): PlacedValue[] {
  if (/^(?!file:)[a-z]+:\/\//.test(name)) return lose('the tests are not in a file');
  if (codeFile.test(name)) return lose('promptfoo code generates the tests');
  const lookup = beside(fileNameIn(name) ?? name);
  if (!lookup.ok) return lose(lookup.why);
  return lookup.files.flatMap((file) => testsInFile(file, suite));
}

function testsInFile(file: NeighbourFile, suite: ImportedSuite): PlacedValue[] {
  const progress = createProgress(file.file, suite);
  const lose = (line: number, why: string): PlacedValue[] => {
    progress.lose(line, 'the tests of this file', why);
    return [];
  };
  switch (/\.(\w+)$/.exec(file.file)?.[1]?.toLowerCase()) {
    case 'yaml':
    case 'yml':
    case 'json': {
      const document = readDocument(file);
      if (!document.ok) return lose(document.line, document.problem);
      const { value, lineOf } = document;
      if (Array.isArray(value)) return placeTests(value, { progress, lineOf });
      return isJsonObject(value) ? [{ value, path: [], source: { progress, lineOf } }] : lose(1, 'it is not a list');
    }
    case 'jsonl':
      return testsInLines(file.text, progress);
    case 'csv': {
      const table = readTableTests(file.text);
      if (!table.ok) return lose(table.line, table.why);
      const findLine = ([at]: PromptfooPath) => table.tests[Number(at)]?.line ?? 1;
      return placeTests(
        table.tests.map(({ test }) => test),
        { progress, lineOf: findLine },
      );
    }
    default:
      return lose(1, 'tests are read from .yaml, .json, .jsonl and .csv, not from code or workbooks of promptfoo');
  }
}

function placeTests(list: readonly Json[], source: PromptfooSource): PlacedValue[] {
  return list.flatMap((value, at): PlacedValue[] => {
    if (isJsonObject(value)) return [{ value, path: [at], source }];
    source.progress.lose(source.lineOf([at]), 'a test', 'it is not an object');
    return [];
  });
}

function testsInLines(text: string, progress: PromptfooSource['progress']): PlacedValue[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index): PlacedValue[] => {
      if (line.trim() === '') return [];
      const source: PromptfooSource = { progress, lineOf: () => index + 1 };
      try {
        return placeTests([parseJson(line)], source);
      } catch (error) {
        progress.lose(index + 1, 'a test', `this line is not JSON: ${errorText(error)}`);
        return [];
      }
    });
}
