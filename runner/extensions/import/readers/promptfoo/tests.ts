import { errorText, isJsonObject, type Json, type JsonObject, parseJson } from '../../../../values/index.ts';
import { type BesideFile, createProgress, type ImportedSuite, type ReadBeside } from '../imported.ts';
import { readDocument } from '../read-document.ts';
import { testsOfTable } from './csv-tests.ts';
import { codeFile, fileNameIn, type Path, type Placed, type PromptfooSource } from './promptfoo-source.ts';

type Files = { suite: ImportedSuite; beside: ReadBeside };

/** The tests under the last key of a path: written there, or in the files that are named there. */
export function testsAt(holder: JsonObject, path: Path, files: Files & { source: PromptfooSource }): Placed[] {
  const { source } = files;
  const tests = holder[String(path.at(-1))];
  if (tests === undefined) return [];
  const entries = Array.isArray(tests)
    ? tests.map((value, at): { value: Json; path: Path } => ({ value, path: [...path, at] }))
    : [{ value: tests, path }];
  return entries.flatMap(({ value, path: at }): Placed[] => {
    const lose = (why: string): Placed[] => {
      source.progress.lose(source.lineOf(at), typeof value === 'string' ? value.slice(0, 80) : 'a test', why);
      return [];
    };
    if (typeof value === 'string') return testsElsewhere(value, files, lose);
    if (!isJsonObject(value) || !Array.isArray(tests)) return lose('it is not a list of tests');
    if (typeof value.path === 'string' && value.vars === undefined && value.assert === undefined) {
      return lose(`promptfoo code generates the tests: ${value.path}`);
    }
    return [{ value, path: at, source }];
  });
}

/** The defaults for all tests of a configuration, inline or from a separate file. */
export function sharedTest(config: JsonObject, files: Files & { source: PromptfooSource }): Placed | undefined {
  const { defaultTest } = config;
  const path: Path = ['defaultTest'];
  if (isJsonObject(defaultTest)) return { value: defaultTest, path, source: files.source };
  if (defaultTest === undefined) return undefined;
  const [only] = testsAt(config, path, files);
  return only;
}

function testsElsewhere(name: string, { suite, beside }: Files, lose: (why: string) => Placed[]): Placed[] {
  if (/^(?!file:)[a-z]+:\/\//.test(name)) return lose('the tests are not in a file');
  if (codeFile.test(name)) return lose('promptfoo code generates the tests');
  const lookup = beside(fileNameIn(name) ?? name);
  if (!lookup.ok) return lose(lookup.why);
  return lookup.files.flatMap((file) => testsInFile(file, suite));
}

function testsInFile(file: BesideFile, suite: ImportedSuite): Placed[] {
  const progress = createProgress(file.file, suite);
  const lose = (line: number, why: string): Placed[] => {
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
      if (Array.isArray(value)) return testsIn(value, { progress, lineOf });
      return isJsonObject(value) ? [{ value, path: [], source: { progress, lineOf } }] : lose(1, 'it is not a list');
    }
    case 'jsonl':
      return testsInLines(file.text, progress);
    case 'csv': {
      const table = testsOfTable(file.text);
      if (!table.ok) return lose(table.line, table.why);
      const findLine = ([at]: Path) => table.tests[Number(at)]?.line ?? 1;
      return testsIn(
        table.tests.map(({ test }) => test),
        { progress, lineOf: findLine },
      );
    }
    default:
      return lose(1, 'tests are read from .yaml, .json, .jsonl and .csv, not from code or workbooks of promptfoo');
  }
}

function testsIn(list: readonly Json[], source: PromptfooSource): Placed[] {
  return list.flatMap((value, at): Placed[] => {
    if (isJsonObject(value)) return [{ value, path: [at], source }];
    source.progress.lose(source.lineOf([at]), 'a test', 'it is not an object');
    return [];
  });
}

function testsInLines(text: string, progress: PromptfooSource['progress']): Placed[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index): Placed[] => {
      if (line.trim() === '') return [];
      const source: PromptfooSource = { progress, lineOf: () => index + 1 };
      try {
        return testsIn([parseJson(line)], source);
      } catch (error) {
        progress.lose(index + 1, 'a test', `this line is not JSON: ${errorText(error)}`);
        return [];
      }
    });
}
