import { expect, it } from 'vitest';
import { findHookVariables } from './hook-variables.ts';

const set = "export function Before() {\n  process.env.LAMP_PRICE = '20';\n}\n";

it.each([
  set,
  `${set}export function After() {\n  delete process.env.LAMP_PRICE;\n}\n`,
  "import { randomUUID } from 'node:crypto';\nimport type { Case } from './case';\nprocess.env['LAMP_PRICE'] ??= randomUUID();\n",
])('finds a variable that nothing reads: %j', (text) => {
  expect(findHookVariables(text)).toMatchObject([{ name: 'LAMP_PRICE', message: expect.stringContaining('with -e') }]);
});

it.each([
  "const price = process.env.LAMP_PRICE;\nif (price === '20') throw new Error();\n",
  `${set}export const price = () => process.env.LAMP_PRICE;\n`,
  `${set}const { LAMP_PRICE } = process.env;\n`,
  `import { openShop } from './shop';\n${set}`,
  `const { openShop } = require('./shop');\n${set}`,
  `import { spawn } from 'node:child_process';\n${set}`,
  "process.env.TZ = 'UTC';\n",
  `// ${set.replaceAll('\n', ' ')}\n`,
])('finds nothing in %j', (text) => {
  expect(findHookVariables(text)).toEqual([]);
});
