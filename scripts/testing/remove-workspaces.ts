import { afterAll } from 'vitest';
import { removeTemporaryWorkspaces } from '../../runner/testing/workspace.ts';

// Registered before the hooks of the file, so that it comes after them.
afterAll(removeTemporaryWorkspaces);
