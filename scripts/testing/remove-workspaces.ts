import { afterAll } from 'vitest';
import { removeTemporaryWorkspaces } from '../../runner/testing/workspace.ts';

// Registered before the hooks of the test file, so that it runs after them.
afterAll(removeTemporaryWorkspaces);
