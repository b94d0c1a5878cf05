import { isJsonObject, type Json, type JsonObject, parseJson, toErrorMessage } from '../../../../values/index.ts';
import {
  createImportProgress,
  type ImportedSuite,
  type ReadReferencedFiles,
  type ReferencedFile,
} from '../import-source.ts';
import { parseDocument } from '../read-document.ts';
import { parseCsvTests } from './csv-tests.ts';
import {
  codeFilePattern,
  type PromptfooPath,
  type PromptfooSource,
  type PromptfooValue,
  parseFileUrlName,
} from './promptfoo-source.ts';

type TestFileAccess = { suite: ImportedSuite; beside: ReadReferencedFiles };

/** Returns the tests at a path of the configuration, including those in files to which it refers. */
export function loadTestsAtPath(
  holder: JsonObject,
  path: PromptfooPath,
  files: TestFileAccess & { source: PromptfooSource },
): PromptfooValue[] {
  const { source } = files;
  const tests = holder[String(path.at(-1))];
  if (tests === undefined) return [];
  const entries = Array.isArray(tests)
    ? tests.map((value, at): { value: Json; path: PromptfooPath } => ({ value, path: [...path, at] }))
    : [{ value: tests, path }];
  return entries.flatMap(({ value, path: at }): PromptfooValue[] => {
    const reportSkippedTest = (why: string): PromptfooValue[] => {
      source.progress.reportSkippedPart(
        source.lineOf(at),
        typeof value === 'string' ? value.slice(0, 80) : 'a test',
        why,
      );
      return [];
    };
    if (typeof value === 'string') return loadExternalTests(value, files, reportSkippedTest);
    if (!isJsonObject(value) || !Array.isArray(tests)) return reportSkippedTest('the value is not a list of tests');
    if (typeof value.path === 'string' && value.vars === undefined && value.assert === undefined) {
      return reportSkippedTest(`promptfoo code generates the tests: ${value.path}`);
    }
    return [{ value, path: at, source }];
  });
}

/** Returns the defaults for all tests of a configuration, which may be in a file of their own. */
export function loadSharedTestDefaults(
  config: JsonObject,
  files: TestFileAccess & { source: PromptfooSource },
): PromptfooValue | undefined {
  const { defaultTest } = config;
  const path: PromptfooPath = ['defaultTest'];
  if (isJsonObject(defaultTest)) return { value: defaultTest, path, source: files.source };
  if (defaultTest === undefined) return undefined;
  const [onlyTest] = loadTestsAtPath(config, path, files);
  return onlyTest;
}

function loadExternalTests(
  name: string,
  { suite, beside }: TestFileAccess,
  reportSkipped: (why: string) => PromptfooValue[],
): PromptfooValue[] {
  if (/^(?!file:)[a-z]+:\/\//.test(name)) return reportSkipped('the tests are not in a file');
  if (codeFilePattern.test(name)) return reportSkipped('promptfoo code generates the tests');
  const lookup = beside(parseFileUrlName(name) ?? name);
  if (!lookup.ok) return reportSkipped(lookup.why);
  return lookup.files.flatMap((file) => parseTestsFile(file, suite));
}

function parseTestsFile(file: ReferencedFile, suite: ImportedSuite): PromptfooValue[] {
  const progress = createImportProgress(file.file, suite);
  const reportSkippedTestsFile = (line: number, why: string): PromptfooValue[] => {
    progress.reportSkippedPart(line, 'the tests of this file', why);
    return [];
  };
  switch (/\.(\w+)$/.exec(file.file)?.[1]?.toLowerCase()) {
    case 'yaml':
    case 'yml':
    case 'json': {
      const document = parseDocument(file);
      if (!document.ok) return reportSkippedTestsFile(document.line, document.problem);
      const { value, lineOf } = document;
      if (Array.isArray(value)) return toTestsWithPaths(value, { progress, lineOf });
      return isJsonObject(value)
        ? [{ value, path: [], source: { progress, lineOf } }]
        : reportSkippedTestsFile(1, 'it is not a list');
    }
    case 'jsonl':
      return parseJsonLinesTests(file.text, progress);
    case 'csv': {
      const table = parseCsvTests(file.text);
      if (!table.ok) return reportSkippedTestsFile(table.line, table.why);
      const findLineOfTest = ([at]: PromptfooPath) => table.tests[Number(at)]?.line ?? 1;
      return toTestsWithPaths(
        table.tests.map(({ test }) => test),
        { progress, lineOf: findLineOfTest },
      );
    }
    default:
      return reportSkippedTestsFile(
        1,
        'tests are read from .yaml, .json, .jsonl and .csv, not from code or workbooks of promptfoo',
      );
  }
}

function toTestsWithPaths(list: readonly Json[], source: PromptfooSource): PromptfooValue[] {
  return list.flatMap((value, at): PromptfooValue[] => {
    if (isJsonObject(value)) return [{ value, path: [at], source }];
    source.progress.reportSkippedPart(source.lineOf([at]), 'a test', 'it is not an object');
    return [];
  });
}

function parseJsonLinesTests(text: string, progress: PromptfooSource['progress']): PromptfooValue[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index): PromptfooValue[] => {
      if (line.trim() === '') return [];
      const source: PromptfooSource = { progress, lineOf: () => index + 1 };
      try {
        return toTestsWithPaths([parseJson(line)], source);
      } catch (error) {
        progress.reportSkippedPart(index + 1, 'a test', `this line is not JSON: ${toErrorMessage(error)}`);
        return [];
      }
    });
}
