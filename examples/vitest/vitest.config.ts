import { watchSuites } from 'turntree/vitest';
import { defineConfig } from 'vitest/config';

// In watch mode, the tests run again when a case file changes. Changes of the agent are seen, because a test imports it.
export default defineConfig({ plugins: [watchSuites()] });
