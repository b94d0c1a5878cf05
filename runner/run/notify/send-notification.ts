import type { NotifyEvent, NotifyTarget } from '../../contract/index.ts';
import { expandVariable } from '../../models/connectors.ts';
import { startProcessGroup } from '../../scripts/process-group.ts';
import { toErrorMessage } from '../../values/index.ts';

/** The JSON that a notified program or webhook gets. */
export type Notification = {
  event: NotifyEvent;
  /** The whole message in one line, for services that display a text. */
  text: string;
  suite: string;
  agent: string;
  connector: string | null;
  runId: string;
  /** Text that says what is broken, since when and why, in the same words as on the dashboard's first page. */
  sentence: string;
  passed: number;
  judged: number;
};

type NotificationContext = { root: string; variables: Record<string, string | undefined>; signal: AbortSignal };

/** The time limit for one target, so that a target that does not respond cannot delay the run for long. */
const NOTIFICATION_TIMEOUT_MS = 5_000;

/** Sends a notification and returns any error. Never throws, because a notification must not affect the run. */
export async function sendNotification(
  target: NotifyTarget,
  notification: Notification,
  { root, variables, signal }: NotificationContext,
): Promise<string | undefined> {
  const body = JSON.stringify(notification);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(NOTIFICATION_TIMEOUT_MS)]);
  try {
    if ('webhook' in target) return await postWebhook(target.webhook, { body, variables, signal: limit });
    return await runProgram(target.command, { body, root, variables, signal: limit });
  } catch (error) {
    const targetName = 'webhook' in target ? `the webhook ${target.webhook}` : `the program ${target.command[0]}`;
    return limit.aborted && !signal.aborted
      ? `${targetName} took longer than 5 s`
      : `${targetName}: ${toErrorMessage(error)}`;
  }
}

type PostOptions = Pick<NotificationContext, 'variables' | 'signal'> & { body: string };

async function postWebhook(webhook: string, { body, variables, signal }: PostOptions): Promise<string | undefined> {
  const address = expandVariable(webhook, variables) ?? '';
  if (address === '') return `the webhook ${webhook} is not set in the environment`;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return `${webhook} is not an http or https address`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal,
  });
  await response.body?.cancel();
  return response.ok ? undefined : `the webhook ${webhook} answered with status ${response.status}`;
}

async function runProgram(
  command: readonly string[],
  { body, root, ...requestOptions }: PostOptions & Pick<NotificationContext, 'root'>,
) {
  const group = startProcessGroup({ command, cwd: root, variables: requestOptions.variables });
  const killProcessGroup = (): void => group.kill();
  requestOptions.signal.addEventListener('abort', killProcessGroup);
  group.stdout.resume();
  group.stderr.resume();
  group.stdin.end(`${body}\n`);
  try {
    const { code, signal } = await group.ended;
    requestOptions.signal.throwIfAborted();
    return code === 0
      ? undefined
      : `the program ${command[0]} ended with ${code === null ? signal : `exit code ${code}`}`;
  } finally {
    requestOptions.signal.removeEventListener('abort', killProcessGroup);
  }
}
