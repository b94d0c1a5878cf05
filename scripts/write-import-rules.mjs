import { writeFileSync } from 'node:fs';
import { importOverrides } from './import-rules.mjs';
import { runStep } from './run-step.mjs';

// Writes the table of import rules as a Biome configuration, which `biome.json` extends.
const file = 'scripts/import-rules.biome.json';
const $schema = '../node_modules/@biomejs/biome/configuration_schema.json';
writeFileSync(file, JSON.stringify({ $schema, overrides: importOverrides() }));
process.exitCode = await runStep('biome', ['format', '--write', file]);
