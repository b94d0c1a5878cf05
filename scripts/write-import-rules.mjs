import { readFileSync, writeFileSync } from 'node:fs';
import { importOverrides } from './import-rules.mjs';
import { runStep } from './run-step.mjs';

// Puts the table of import rules into the checker's configuration, in place of those that stood there.
const config = JSON.parse(readFileSync('biome.json', 'utf8'));
const others = config.overrides.filter(({ linter }) => linter?.rules?.style?.noRestrictedImports === undefined);
writeFileSync('biome.json', JSON.stringify({ ...config, overrides: [...others, ...importOverrides()] }));
process.exitCode = await runStep('biome', ['format', '--write', 'biome.json']);
