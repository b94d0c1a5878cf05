import { cliStep, dashboardStep, typesStep } from './build-steps.mjs';
import { runQuietly } from './run-step.mjs';

for (const step of [dashboardStep, cliStep, typesStep]) {
  const code = await runQuietly(...step);
  if (code !== 0) process.exit(code);
}
