import { build } from 'esbuild';
import { actionBundle } from './action-bundle.mjs';

await build(actionBundle);
