import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { benchWorkspace, entry, measure, report } from './measure.ts';

const CALLS = 500;
const STREAMS = 500;
const program = path.join(import.meta.dirname, 'model-calls.ts');
const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Measures model calls: the SDK against bare `fetch`, and many streams open at once. */
export async function models(): Promise<void> {
  const server = await answerTogether(1);
  const bare = await calls('fetch', server.url, CALLS);
  const ours = await calls('model', server.url, CALLS);
  server.close();
  report('model calls, one after the other', {
    calls: CALLS,
    fetchCpuMs: bare.cpuMs / CALLS,
    modelCpuMs: ours.cpuMs / CALLS,
    overheadCpuMs: (ours.cpuMs - bare.cpuMs) / CALLS,
  });
  await streams();
}

/** A whole run with all its answers open at the same time. */
async function streams(): Promise<void> {
  const server = await answerTogether(STREAMS);
  const workspace = benchWorkspace();
  workspace.write('connectors/loopback.conn.yao', connectorTo(server.url));
  workspace.write('assistants/plain/package.yao', '{"name": "Plain", "connector": "loopback"}');
  const suite = workspace.suite('streams', STREAMS, {});
  const args = [entry, 'test', suite, '-n', 'plain', '--no-output', '--parallel', String(STREAMS)];
  const { wallMs, peakMb, code } = await measure(args, workspace.root);
  server.close();
  workspace.remove();
  report('runner, streams open at once', { streams: STREAMS, wallMs, peakMb, mostMb: 500, exitCode: code ?? -1 });
}

function connectorTo(host: string): string {
  return JSON.stringify({ type: 'openai', options: { model: 'm', host } });
}

type Cost = { cpuMs: number };

async function calls(kind: 'fetch' | 'model', url: string, count: number): Promise<Cost> {
  const child = spawn(process.execPath, [program, kind, url, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(printed);
}

/** Begins every answer at once, and ends them when this many are open. */
async function answerTogether(streams: number): Promise<{ url: string; close(): void }> {
  const finish: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let part = 0; part < 20; part += 1) response.write(event({ content: 'some words of an answer ' }));
      finish.push(() => {
        response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
      });
      if (finish.length >= streams) for (const end of finish.splice(0)) end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
