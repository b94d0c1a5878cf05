import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OtherSystemFiles } from '../system-files.ts';
import { isOxyConfig } from './oxy-config.ts';

/** The endings of file names for each kind of file in a project. */
export const fileKindByPattern = {
  agent: /(?<![a-z0-9])agent\.ya?ml$/i,
  workflow: /(?<![a-z0-9])(?:workflow|automation|procedure)\.ya?ml$/i,
  test: /(?<![a-z0-9])test\.ya?ml$/i,
};

/** The endings for agents of newer versions of oxy, which only oxy can run. */
export const agenticFilePattern = /(?<![a-z0-9])(aw|agentic)\.ya?ml$/i;

/**
 * Returns why an agent that only oxy can run cannot be called. The message contains a config entry with which a running
 * oxy server answers for the agent.
 */
export function describeOnlyRunsInOxy(id: string, what: string): string {
  const agent = `{ type: 'http', url: 'http://localhost:3000/…', body: { question: '{{input}}' }, output: 'content' }`;
  return (
    `${what} run only in oxy. Connect a running oxy in runner.config.ts, over HTTP or with a command: ` +
    `export default { agents: { '${id}': ${agent} } }`
  );
}

export const oxyFiles: OtherSystemFiles = {
  isProject(folder) {
    const file = path.join(/* turbopackIgnore: true */ folder, 'config.yml');
    return existsSync(file) && isOxyConfig(readFileSync(file, 'utf8'));
  },
  caseFiles: /(?<![a-z0-9])(agent|workflow|automation|procedure|test)\.ya?ml$/i,
  caseFileWords: 'in .test.yml or .agent.yml with tests',
  unsupported: agenticFilePattern,
  refusalOf(name) {
    if (!/\.ya?ml$/i.test(name)) return undefined;
    if (agenticFilePattern.test(name)) {
      return `${name} is an agent, and has no tests of its own. Name a .test.yml with it as "target". Such ${describeOnlyRunsInOxy(name, 'agents')}`;
    }
    const expected = '.workflow.yml, .automation.yml, .procedure.yml, .agent.yml, or .test.yml';
    return `Invalid file extension: ${name}. Expected ${expected}`;
  },
  holdsCases(name, readText) {
    if (/(^|\.)test\.ya?ml$/i.test(name)) return /^(cases|target|settings)[ \t]*:/m.test(readText());
    if (/(^|\.)(agent|workflow|automation|procedure)\.ya?ml$/i.test(name)) return hasTestsList(readText());
    return undefined;
  },
  async caseFileSchema() {
    const { createTestFileJsonSchema: testFileJsonSchema } = await import('./inputs/test-schemas.ts');
    return testFileJsonSchema();
  },
};

/** Returns true for a list that is not empty, also if it is malformed, so that its mistakes are reported. */
function hasTestsList(text: string): boolean {
  return /^tests[ \t]*:\s*(?:#.*[\n\r\u2028\u2029]\s*)*(-|\[\s*[^\]\s])/m.test(text);
}
