import { createOpenAIModel } from '../runner/models/openai-model.ts';
import { modelRequest, neverAborted } from '../runner/testing/model-request.ts';

const WARM_UP = 50;
const [kind = '', url = '', count = '0'] = process.argv.slice(2);
const model = createOpenAIModel({ id: 'bench', model: 'm', host: url });
const request = modelRequest('hello');

const ask = () => model.generate(request, neverAborted());
const bare = async () => {
  const body = JSON.stringify({ model: 'm', messages: request.messages, stream: true });
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
  return response.text();
};

async function oneByOne(call: () => Promise<unknown>, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await call();
}

const call = kind === 'fetch' ? bare : ask;
await oneByOne(call, WARM_UP);
const before = process.cpuUsage();
await oneByOne(call, Number(count));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ cpuMs: (user + system) / 1000 })}\n`);
