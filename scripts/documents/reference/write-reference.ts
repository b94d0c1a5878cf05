import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { home } from '../documents.ts';
import { generatedPages } from './pages.ts';

for (const [file, write] of Object.entries(generatedPages)) writeFileSync(path.join(home, file), await write());
