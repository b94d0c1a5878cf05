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
      /** The proposed rule, as assertions of the case; missing if no assertion can express it. */
      add: z.object({ assert: rulesSchema, never: rulesSchema, checkpoints: rulesSchema }).partial().optional(),
    }),
  ),
});

/** Rules that the good recorded conversations of a case have in common. */
export type ProposedRules = z.infer<typeof proposedRulesSchema>;
export type ProposalsAnswer = ({ ok: true } & ProposedRules) | { ok: false; problems: string[] };

/** Infers rules of a case from its recorded conversations in a `runner` process. Changes nothing. */
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
