import path from 'node:path';
import type { CliHost } from '../../run/command-line.ts';
import { listenForStopSignals } from '../../run/machine/stop-signals.ts';
import { formatCommandLine } from '../../run/report/rerun-command.ts';
import type { Terminal } from '../../run/terminal.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type InitFlags = { yes?: boolean; bare?: boolean; skill?: boolean };

export function addInitCommand({ program, terminal }: CliHost): void {
  program
    .command('init')
    .description('Create a sample workspace: an agent, passing cases, a hook, an npm script and a CI workflow.')
    .argument('[folder]', 'target folder (default: current folder)')
    .option('-y, --yes', 'answer yes to every question')
    .option('--bare', 'write no npm script and no CI workflow')
    .option('--skill', 'write only the instructions for coding agents: a skill, and a section of AGENTS.md')
    .addHelpText('after', examples)
    .action(async (folder = '.', { yes = false, bare = false, skill = false }: InitFlags) => {
      const root = path.resolve(terminal.cwd, folder);
      await (skill ? installSkill(root, terminal) : createSampleWorkspace({ root, yes, bare }, terminal));
    });
}

async function installSkill(root: string, { stdout, stderr }: Terminal): Promise<void> {
  const { writeSkill } = await import('../../run/init/write-skill.ts');
  const { written, kept } = writeSkill(root);
  stdout.write(
    `${formatCountWithNoun(written.length, 'file')} in ${root}\n${written.map((file) => `  ${file}\n`).join('')}`,
  );
  for (const file of kept)
    stderr.write(`turntree: ${file} was changed or is not from Turntree, so it was left as it is\n`);
}

type SampleRequest = { root: string; yes: boolean; bare: boolean };

async function createSampleWorkspace(request: SampleRequest, terminal: Terminal): Promise<void> {
  const { createWorkspace } = await import('../../run/init.ts');
  const { root } = request;
  const { cwd, stdout } = terminal;
  const stop = listenForStopSignals();
  const created = await createWorkspace(request, terminal, stop.signal).finally(() => stop.release());
  const { files, casesFile, toIgnore, notes } = created;
  stdout.write(
    `${formatCountWithNoun(files.length, 'file')} in ${root}\n${files.map((file) => `  ${file}\n`).join('')}`,
  );
  if (toIgnore.length > 0) stdout.write(`\nAdd to your .gitignore:\n${toIgnore.map((line) => `  ${line}\n`).join('')}`);
  if (notes.length > 0) stdout.write(`\nIn this folder:\n${notes.map((note) => `  ${note}\n`).join('')}`);
  const enterCommand = root === cwd ? '' : `  ${formatCommandLine(['cd', path.relative(cwd, root)])}\n`;
  if (casesFile === undefined) stdout.write('\nThis folder is a workspace already, so it got no sample.\n');
  stdout.write(`\nNext:\n${enterCommand}  npx turntree test ${casesFile ?? '.'}\n  npx turntree ui\n`);
}

const examples = `
Existing files are never overwritten; an existing package.json only gets a script. A folder that is a workspace already gets the script and the workflow,
and no sample.

Examples:
  turntree init my-tests             a new folder
  turntree init --bare               in this folder, without an npm script and a workflow
  turntree init --skill              teach a coding agent to use Turntree in this project
`;
