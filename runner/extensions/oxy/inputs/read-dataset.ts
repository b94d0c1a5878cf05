import path from 'node:path';
import type * as z from 'zod';
import { readBounded } from '../../../host/bounded-file.ts';
import { errorAt } from '../../../inputs/finding.ts';
import { describeReadError } from '../../../inputs/read-failure.ts';
import { isOutsideFolder } from '../../../scripts/folder-containment.ts';
import type { JsonPath } from '../../../values/index.ts';
import { addFindings, type OxyFileParseState, validateWithSchema } from './oxy-file-reading.ts';
import { datasetRowSchema } from './test-schemas.ts';
import { parseYamlDocument } from './yaml-document.ts';

export type DatasetRow = z.infer<typeof datasetRowSchema>;

/**
 * Parses the questions in a dataset file. Problems are reported at their lines in the dataset; `at` is where the
 * dataset is named.
 */
export async function readDataset(
  datasetPath: string,
  at: JsonPath,
  oxyFile: OxyFileParseState,
): Promise<DatasetRow[]> {
  const { project, problems, warnings } = oxyFile;
  const reportDatasetProblem = (message: string): DatasetRow[] => {
    addFindings([errorAt([], message)], at, oxyFile);
    return [];
  };
  const absolute = path.resolve(project.root, datasetPath);
  if (isOutsideFolder(project.root, absolute)) {
    return reportDatasetProblem(`the dataset ${JSON.stringify(datasetPath)} lies outside of the project`);
  }
  const content = readDatasetText(absolute, datasetPath);
  if (!content.ok) {
    return reportDatasetProblem(
      `the dataset ${JSON.stringify(datasetPath)} cannot be read: ${content.why}; paths are relative to the folder of config.yml`,
    );
  }
  const file = path.join(path.dirname(oxyFile.document.file), path.relative(path.dirname(oxyFile.path), absolute));
  const document = parseYamlDocument(content.text, file);
  if (!document.ok) {
    problems.push(...document.problems);
    return [];
  }
  const source = { document, problems, warnings };
  if (!Array.isArray(document.value)) {
    addFindings([errorAt([], 'a dataset is a list of "query", "response" and "relevant_contexts"')], [], source);
    return [];
  }
  if (document.value.length === 0)
    return reportDatasetProblem(`the dataset ${JSON.stringify(datasetPath)} has no rows`);
  return document.value.flatMap((row, index) => {
    const shape = { schema: datasetRowSchema, path: [index], what: 'a row', unknownKeys: 'ignored' as const };
    return validateWithSchema(row, shape, source) ?? [];
  });
}

type DatasetContent = { ok: true; text: string } | { ok: false; why: string };

function readDatasetText(file: string, name: string): DatasetContent {
  try {
    return { ok: true, text: readBounded(file, { name }) };
  } catch (error) {
    return { ok: false, why: describeReadError(error) };
  }
}
