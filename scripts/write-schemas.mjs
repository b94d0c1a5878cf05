import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

/** Writes the JSON Schemas that the package publishes and that the editor of a checkout uses. */
mkdirSync('schemas', { recursive: true });
for (const name of ['case', 'config', 'test']) {
  const schema = execFileSync(process.execPath, ['bin/turntree.cjs', 'schema', name], { maxBuffer: 64 * 1024 * 1024 });
  // Each schema is written on one line, because nobody reads the schemas, and people would otherwise have to review
  // every line.
  writeFileSync(`schemas/${name}.schema.json`, `${JSON.stringify(JSON.parse(schema))}\n`);
}
