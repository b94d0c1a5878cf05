import path from 'node:path';
import { expect, it } from 'vitest';
import { listScorerFolders } from './find-scorer-file.ts';

const at = (...parts: string[]) => path.join(path.sep, 'work', ...parts);

it.each([
  ['in the workspace', at('shop', 'cases'), [at('shop', 'scorers'), at('shop', 'cases', 'scorers')]],
  [
    'in a folder whose name begins with two dots',
    at('shop', '..old', 'a'),
    [at('shop', 'scorers'), at('shop', '..old', 'a', 'scorers'), at('shop', '..old', 'scorers')],
  ],
  ['outside of the workspace', at('other', 'cases'), [at('shop', 'scorers'), at('other', 'cases', 'scorers')]],
])('scorers of a table are looked for %s', (_where, folder, expected) => {
  expect(listScorerFolders(folder, at('shop'))).toEqual(expected);
});
