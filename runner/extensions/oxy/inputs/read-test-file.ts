import { isJsonObject, type Json } from '../../../values/index.ts';
import { createConsistencyCase } from './consistency-case.ts';
import { addCase, findJudgeAgentId, type OxyFileParseState, validateWithSchema } from './oxy-file-reading.ts';
import { testedCaseSchema, testFileSchema, testSettingsSchema } from './test-schemas.ts';

/** Parses a `*.test.yml`. All its cases form one test. Returns the tested agent if the file names one. */
export function parseTestFile(oxyFile: OxyFileParseState): { target?: string } {
  const { document } = oxyFile;
  const shape = { schema: testFileSchema, path: [], what: 'a test file', unknownKeys: 'refused' as const };
  const file = validateWithSchema(document.value, shape, oxyFile);
  if (file === undefined) return findTargetInFile(document.value);
  const { cases, target } = file;
  const of = { ...shape, schema: testSettingsSchema, path: ['settings'], what: '"settings"' };
  const settings = validateWithSchema(file.settings, of, oxyFile) ?? testSettingsSchema.parse({});
  const judge = findJudgeAgentId(settings.judge_model, ['settings', 'judge_model'], oxyFile);
  for (const [position, authoredCase] of cases.entries()) {
    const path = ['cases', position];
    const testedCase = validateWithSchema(
      authoredCase,
      { ...shape, schema: testedCaseSchema, path, what: 'a case' },
      oxyFile,
    );
    if (testedCase === undefined) continue;
    const { prompt, expected, name, tags, tool } = testedCase;
    addCase(
      createConsistencyCase({
        id: name ?? `case-${position + 1}`,
        tags,
        tool,
        expected,
        input: prompt,
        line: document.positionOf(path, 'value').line,
        test: 1,
        aliases: [String(position), prompt],
        samples: settings.runs,
        concurrency: settings.concurrency,
        pairing: 'ring',
        metrics: [{ type: 'correctness', judge }],
      }),
      [...path, 'name'],
      oxyFile,
    );
  }
  return target === undefined ? {} : { target };
}

/** Checks the target even if other parts of the file are invalid. */
function findTargetInFile(value: Json): { target?: string } {
  return isJsonObject(value) && typeof value.target === 'string' ? { target: value.target } : {};
}
