import { installBeside } from './install-beside.mjs';
import { runStep } from './run-step.mjs';

/*
 * npm run db:generate
 *
 * Writes the migration for a change of drizzle/schema. Nothing else needs drizzle-kit, so it has packages of its own.
 */
await installBeside('drizzle/kit');
const flags = ['--dialect=sqlite', '--schema=./drizzle/schema/*.ts', '--out=./drizzle/migrations'];
process.exitCode = await runStep('node', ['drizzle/kit/node_modules/drizzle-kit/bin.cjs', 'generate', ...flags]);
