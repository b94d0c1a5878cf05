import * as z from 'zod';
import { readEnvironment } from '../../runner/host/env.ts';
import { withoutUndefined } from '../../runner/values/index.ts';
import { runTurntreeCommand, splitNonBlankLines } from './run-command.ts';

export const generateCasesSchema = z.strictObject({
  /** Whether an agent or a script function generates the cases. */
  by: z.enum(['agents', 'scripts']),
  id: z.string().regex(/^[^?\s-][^?\s]*$/, 'is neither the name of an agent nor of a function'),
  /** The id of the agent for which the cases are generated. */
  target: z.string().min(1).max(500),
  count: z.int().positive().max(200),
  focus: z.string().trim().min(1).max(2_000).optional(),
});
export type GenerateCasesRequest = z.infer<typeof generateCasesSchema>;

/** The generated cases as JSON texts, including invalid ones, so that the user can fix them. */
export type GenerateCasesResponse = { ok: true; cases: string[] } | { ok: false; problems: string[] };

/**
 * Runs a generator of cases in a separate process of the runner and returns its cases without saving or running them.
 */
export async function generateCases(
  request: GenerateCasesRequest,
  signal: AbortSignal,
): Promise<GenerateCasesResponse> {
  const { workspace } = readEnvironment();
  const { by, id, target, count, focus } = request;
  const search = new URLSearchParams(withoutUndefined({ count: String(count), focus }));
  const outcome = await runTurntreeCommand(
    ['test', `${by}:${id}?${search}`, '--dry-run', '--app', workspace, `--name=${target}`],
    signal,
  );
  const cases = splitNonBlankLines(outcome.stdout);
  // The runner exits with an error for invalid cases, but prints them, so that the user can fix them.
  if (outcome.ok || (outcome.code === EXIT_CODE_REJECTED && cases.length > 0)) return { ok: true, cases };
  return { ok: false, problems: outcome.problems };
}

const EXIT_CODE_REJECTED = 1;
