import path from 'node:path';
import type { CliHost } from '../../run/command-line.ts';
import { plural } from '../../values/index.ts';

export function addInitCommand({ program, terminal: { cwd, stdout } }: CliHost): void {
  program
    .command('init')
    .description('Create a sample workspace: an agent, passing cases and a hook.')
    .argument('[folder]', 'target folder (default: current folder)')
    .action(async (folder = '.') => {
      const { createWorkspace } = await import('../../run/init.ts');
      const root = path.resolve(cwd, folder);
      const { files, toIgnore } = createWorkspace(root);
      stdout.write(`${plural(files.length, 'file')} in ${root}\n${files.map((file) => `  ${file}\n`).join('')}`);
      if (toIgnore !== undefined) stdout.write(`\nAdd to your .gitignore:\n  ${toIgnore.replaceAll('\n', '\n  ')}\n`);
      const enter = root === cwd ? '' : `  cd ${path.relative(cwd, root)}\n`;
      stdout.write(`\nNext:\n${enter}  npx turntree test assistants/bookings/tests/cases.jsonl\n  npx turntree ui\n`);
    });
}
