import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { getServerPort } from './server-port.ts';

/** A request to the server: the message, its session, and how often the message was sent before. */
export type ServerRequest = { input: string; session: string; before: number };

export type AnsweringServer = { url: string; asked: ServerRequest[]; close(): Promise<void> };

/** Starts a loopback server for `http` agents with the body `{"input": "{{input}}", "session": "{{session_id}}"}`. */
export async function startAnsweringServer(
  answer: (request: ServerRequest, response: ServerResponse) => void,
): Promise<AnsweringServer> {
  const requests: ServerRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { input, session } = JSON.parse(text);
    const before = requests.filter((each) => each.input === input).length;
    const now = { input, session, before };
    requests.push(now);
    answer(now, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${getServerPort(server.address())}/`,
    asked: requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
