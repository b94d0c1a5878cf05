import path from 'node:path';
import { expect, it } from 'vitest';
import { listScorerFolders } from './find-scorer-file.ts';

const toPath = (...parts: string[]) => path.join(path.sep, 'work', ...parts);

it.each([
  ['in the workspace', toPath('shop', 'cases'), [toPath('shop', 'scorers'), toPath('shop', 'cases', 'scorers')]],
  [
    'in a folder whose name begins with two dots',
    toPath('shop', '..old', 'a'),
    [toPath('shop', 'scorers'), toPath('shop', '..old', 'a', 'scorers'), toPath('shop', '..old', 'scorers')],
  ],
  [
    'outside of the workspace',
    toPath('other', 'cases'),
    [toPath('shop', 'scorers'), toPath('other', 'cases', 'scorers')],
  ],
])('scorers of a table are looked for %s', (_where, folder, expected) => {
  expect(listScorerFolders(folder, toPath('shop'))).toEqual(expected);
});
