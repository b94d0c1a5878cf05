import { afterAll } from 'vitest';
import { removeTemporaryWorkspaces } from '../../runner/testing/workspace.ts';

// These hooks are registered before the hooks of the test file, so that they run after them.
afterAll(removeTemporaryWorkspaces);
