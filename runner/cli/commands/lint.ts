import { type CliHost, parseFormatFlag } from '../../run/command-line.ts';
import type { LintFormat } from '../../run/lint/lint-finding.ts';
import { formatCountWithNoun } from '../../values/index.ts';

export function addLintCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('lint')
    .description('Check case files and the agents of the config, without running anything.')
    .argument('[paths...]', 'case files and folders (default: the whole workspace)')
    .option('-a, --app <dir>', 'the workspace (default: the one that contains each file)')
    .addOption(parseFormatFlag('output format', ['text', 'json', 'github']))
    .addHelpText('after', examples)
    .action(async (paths: string[], { app, format }: { app?: string; format: LintFormat }) => {
      const { startModuleProcessEarly } = await import('../../run/prepare/early-process.ts');
      const spareProcess = startModuleProcessEarly({ inputs: paths, flags: { app } }, terminal);
      const { lintFiles } = await import('../../run/lint.ts');
      const { formatFindings } = await import('../../run/lint/lint-finding.ts');
      const lintResult = await lintFiles(paths, { app, spare: spareProcess }, terminal).finally(() =>
        spareProcess?.close(),
      );
      const { findings, files, cases, inferred, unread } = lintResult;
      terminal.stdout.write(formatFindings(findings, format));
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      const warnings = findings.length - errors;
      const counts = [
        ...(errors === 0 ? [] : [formatCountWithNoun(errors, 'error')]),
        ...(warnings === 0 ? [] : [formatCountWithNoun(warnings, 'warning')]),
      ];
      if (files === 0)
        terminal.stderr.write(
          `turntree: warning: no case files were found; only the config and the agents were checked${unread === undefined ? '' : `, not ${unread}`}\n`,
        );
      const verdict = counts.length === 0 ? 'no problems' : counts.join(', ');
      terminal.stderr.write(
        `turntree: ${verdict} in ${formatCountWithNoun(files, 'file')}, ${formatCountWithNoun(cases, 'case')}\n`,
      );
      if (inferred > 0)
        terminal.stderr.write(`turntree: ${formatCountWithNoun(inferred, 'inferred rule')} to accept or remove\n`);
      if (errors > 0) exit(1);
    });
}

const examples = `
Examples:
  turntree lint                          everything in the workspace
  turntree lint tests/cases.jsonl        one file
  turntree lint --format github          annotations in a GitHub workflow
`;
