import path from 'node:path';
import type { CliHost } from '../../run/command-line.ts';
import { plural } from '../../values/index.ts';

export function addInitCommand({ program, terminal: { cwd, stdout, stderr } }: CliHost): void {
  program
    .command('init')
    .description('Create a sample workspace: an agent, passing cases and a hook.')
    .argument('[folder]', 'target folder (default: current folder)')
    .option('--skill', 'write only the instructions for coding agents: a skill, and a section of AGENTS.md')
    .action(async (folder = '.', { skill = false }: { skill?: boolean }) => {
      const root = path.resolve(cwd, folder);
      if (skill) {
        const { writeSkill } = await import('../../run/init/write-skill.ts');
        const { written, kept } = writeSkill(root);
        stdout.write(`${plural(written.length, 'file')} in ${root}\n${written.map((file) => `  ${file}\n`).join('')}`);
        for (const file of kept) stderr.write(`turntree: ${file} is not ours, or was changed, so it stays as it is\n`);
        return;
      }
      const { createWorkspace } = await import('../../run/init.ts');
      const { files, toIgnore } = createWorkspace(root);
      stdout.write(`${plural(files.length, 'file')} in ${root}\n${files.map((file) => `  ${file}\n`).join('')}`);
      if (toIgnore !== undefined) stdout.write(`\nAdd to your .gitignore:\n  ${toIgnore.replaceAll('\n', '\n  ')}\n`);
      const enter = root === cwd ? '' : `  cd ${path.relative(cwd, root)}\n`;
      stdout.write(`\nNext:\n${enter}  npx turntree test assistants/bookings/tests/cases.jsonl\n  npx turntree ui\n`);
    });
}
