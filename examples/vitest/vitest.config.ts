import { watchSuites } from 'turntree/vitest';
import { defineConfig } from 'vitest/config';

// In watch mode, Vitest runs the tests again when a case file changes. It notices changes of the agent without this,
// because a test imports the agent.
export default defineConfig({ plugins: [watchSuites()] });
