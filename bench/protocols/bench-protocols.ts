import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAgents } from '../../runner/agents/create-agents.ts';
import { workspaceConfigSchema } from '../../runner/contract/index.ts';
import { systems } from '../../runner/extensions/registered/systems.ts';
import type { Agent } from '../../runner/ports/index.ts';
import { agentRequest, neverAborted, testContext } from '../../runner/testing/model-request.ts';
import { getServerPort } from '../../runner/testing/server-port.ts';
import { type BenchWorkspace, benchWorkspace, printMeasurement } from '../measure.ts';
import * as streams from './streams.ts';

const TRIES = 9;

/** Reads one streamed answer with the official client of the protocol. */
type SdkReader = (url: string) => Promise<number>;
type SdkClients = { clients: Record<string, SdkReader>; acpSdk(command: readonly string[]): Promise<number> };

type ProtocolBench = {
  type: string;
  body: (id: unknown) => string;
  path?: string;
  headers?: Record<string, string>;
};

const benches: readonly ProtocolBench[] = [
  { type: 'openai-chat', path: '/v1/chat/completions', body: () => streams.chatCompletions },
  { type: 'openai-responses', path: '/v1/responses', body: () => streams.responses },
  {
    type: 'ai-sdk-ui',
    body: () => streams.uiMessage,
    headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  },
  { type: 'ag-ui', body: () => streams.agUi },
  { type: 'a2a', body: streams.a2a },
  { type: 'langgraph', body: () => streams.langgraph },
  { type: 'yao', body: () => streams.yao },
];

/**
 * Compares reading an answer of 10,000 events with the official SDK's client (goal: at most 30 ms more CPU time). Both
 * read from the same server in this process, in turn.
 */
export async function benchProtocols(): Promise<void> {
  const { clients, acpSdk } = await loadClients();
  const workspace = benchWorkspace();
  for (const bench of benches) await compareOverHttp(bench, clients[bench.type], workspace);
  await compareAcp(acpSdk, workspace);
  workspace.remove();
}

/** The SDKs are installed separately, because only this benchmark and their tests use them. */
async function loadClients(): Promise<SdkClients> {
  try {
    return await import(new URL('../../examples/conformance/sdk-clients.ts', import.meta.url).href);
  } catch (error) {
    throw new Error('install the SDKs first: npm ci --prefix examples/conformance', { cause: error });
  }
}

async function compareOverHttp(bench: ProtocolBench, sdk: SdkReader | undefined, { root }: BenchWorkspace) {
  const { type, path = '', body, headers = {} } = bench;
  if (sdk === undefined) throw new Error(`there is no client for ${type}`);
  const server = await serveStreams(body, headers);
  const agent = await createAgent({ type, url: `${server.url}${path}` }, root);
  await compareReaders(type, { own: () => readAnswer(agent), sdk: () => sdk(server.url) });
  await server.close();
}

async function compareAcp(acpSdk: SdkClients['acpSdk'], { root, write }: BenchWorkspace): Promise<void> {
  const program = `
    import { createInterface } from 'node:readline';
    const answers = [{ protocolVersion: 1 }, { sessionId: 's1' }, { stopReason: 'end_turn' }];
    let next = 0;
    for await (const line of createInterface(process.stdin)) {
      if (next === 2) process.stdout.write(${JSON.stringify(streams.acp)});
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: answers[next] }) + '\\n');
      next += 1;
    }
  `;
  const command = [process.execPath, write('acp.mjs', program)];
  await compareReaders('acp', {
    own: async () => readAnswer(await createAgent({ type: 'acp', command }, root)),
    sdk: () => acpSdk(command),
  });
}

type Readers = Record<'own' | 'sdk', () => Promise<unknown>>;

async function compareReaders(type: string, readers: Readers): Promise<void> {
  const ms: Record<keyof Readers, number[]> = { own: [], sdk: [] };
  for (let attempt = 0; attempt <= TRIES; attempt += 1) {
    for (const name of ['own', 'sdk'] as const) {
      const before = process.cpuUsage();
      await readers[name]();
      const { user, system } = process.cpuUsage(before);
      // The first reading of each client is a warm-up.
      if (attempt > 0) ms[name].push((user + system) / 1000);
    }
  }
  const [own, sdk] = [median(ms.own), median(ms.sdk)];
  printMeasurement('protocols', { type, events: streams.EVENTS, cpuMs: own, sdkCpuMs: sdk, beyondMs: own - sdk });
}

async function readAnswer(agent: Agent): Promise<void> {
  const { content } = await agent.invoke(
    agentRequest('hi', { context: { ...testContext, report() {} } }),
    neverAborted(),
  );
  if (!content.endsWith(`word ${streams.EVENTS - 1} `)) throw new Error(`it read ${content.slice(-100)}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

let sessions = 0;

async function createAgent(entry: object, root: string): Promise<Agent> {
  const config = workspaceConfigSchema.parse({ agents: { desk: entry } });
  const handle = createAgents({ systems, root, config, variables: process.env });
  const agent = await handle.agent({ id: 'desk' }, neverAborted());
  return {
    ...agent,
    async invoke(request, signal) {
      sessions += 1;
      const response = await agent.invoke({ ...request, sessionId: `session-${sessions}` }, signal);
      if (Reflect.get(entry, 'type') === 'acp') await handle.close();
      return response;
    },
  };
}

/**
 * Starts a server that answers every request with the stream, and that also has the other endpoints which the protocols
 * need.
 */
async function serveStreams(body: ProtocolBench['body'], headers: Record<string, string>) {
  const server = createServer(async (incoming, response) => {
    const url = incoming.url ?? '';
    const asked = await text(incoming);
    const jsonResponse = (document: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    if (url.startsWith('/.well-known/')) return jsonResponse(agentCardAt(server.address()));
    if (url.startsWith('/assistants/')) return jsonResponse([{ assistant_id: 'desk', graph_id: 'desk' }]);
    if (url === '/threads') return jsonResponse({ thread_id: 't1' });
    if (url.includes('/join')) return jsonResponse(streams.graphState);
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    response.end(body(asked === '' ? undefined : JSON.parse(asked).id));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${getServerPort(server.address())}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function agentCardAt(address: Parameters<typeof getServerPort>[0]): object {
  const url = `http://127.0.0.1:${getServerPort(address)}/rpc`;
  return {
    name: 'Shop',
    description: 'sells',
    version: '1',
    capabilities: { streaming: true },
    skills: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  };
}
