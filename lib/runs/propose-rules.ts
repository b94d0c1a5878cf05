import * as z from 'zod';
import { readEnvironment } from '../../runner/host/env.ts';
import { toErrorMessage } from '../../runner/values/index.ts';
import { runTurntreeCommand } from './run-command.ts';

const rulesSchema = z.array(z.record(z.string(), z.json()));
const proposedRulesSchema = z.object({
  conversations: z.array(
    z.object({
      source: z.string(),
      run_id: z.string(),
      attempt: z.number(),
      label: z.enum(['good', 'bad']),
      label_from: z.enum(['person', 'imported_verdict', 'case_verdict']),
    }),
  ),
  rules: z.array(
    z.object({
      kind: z.string(),
      words: z.string(),
      support: z.number(),
      catches: z.array(z.string()),
      p: z.number().optional(),
      /** The proposed rule as assertions for the case; missing if assertions cannot express it. */
      add: z.object({ assert: rulesSchema, never: rulesSchema, checkpoints: rulesSchema }).partial().optional(),
    }),
  ),
});

/** The rules that hold in all good recorded conversations of a case. */
export type ProposedRules = z.infer<typeof proposedRulesSchema>;
export type ProposalsAnswer = ({ ok: true } & ProposedRules) | { ok: false; problems: string[] };

/** Infers rules for a case from its recorded conversations, in a separate process of the runner. Changes no files. */
export async function proposeRules(
  { suiteKey, caseId }: { suiteKey: string; caseId: string },
  signal: AbortSignal,
): Promise<ProposalsAnswer> {
  const { workspace, databaseFile } = readEnvironment();
  const outcome = await runTurntreeCommand(
    ['infer', `--case=${caseId}`, '--format=json', `--app=${workspace}`, `--db=${databaseFile}`, '--', suiteKey],
    signal,
  );
  if (!outcome.ok) return { ok: false, problems: outcome.problems };
  try {
    const [onlyCase] = z.object({ cases: z.array(proposedRulesSchema) }).parse(JSON.parse(outcome.stdout)).cases;
    return onlyCase === undefined
      ? { ok: false, problems: ['The case has no conversations.'] }
      : { ok: true, ...onlyCase };
  } catch (error) {
    return { ok: false, problems: [toErrorMessage(error)] };
  }
}
