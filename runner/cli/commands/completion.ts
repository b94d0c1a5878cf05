import { Argument } from 'commander';
import type { CliHost } from '../../run/command-line.ts';
import type { CompletionShell } from '../completion-script.ts';

export function addCompletionCommand({ program, terminal }: CliHost): void {
  program
    .command('completion')
    .description('Print a script that completes commands and flags in a shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples)
    .action(async (shell: CompletionShell) => {
      const { createCompletionScript: completionScript } = await import('../completion-script.ts');
      terminal.stdout.write(completionScript(program, shell));
    });
}

const examples = `
Examples:
  source <(turntree completion bash)         in ~/.bashrc
  source <(turntree completion zsh)          in ~/.zshrc, after compinit
  turntree completion fish | source          in ~/.config/fish/config.fish
`;
