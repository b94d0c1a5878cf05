import { expect, it } from 'vitest';
import { chooseHelperModel } from './helper-model.ts';
import { createProviderConnector } from './provider-connectors.ts';

it.each([
  ['openai:gpt-5-mini', {}, { type: 'openai', options: { model: 'gpt-5-mini', key: '$ENV.OPENAI_API_KEY' } }],
  [
    'anthropic:claude',
    { ANTHROPIC_BASE_URL: 'http://proxy' },
    { type: 'anthropic', options: { model: 'claude', key: '$ENV.ANTHROPIC_API_KEY', host: 'http://proxy' } },
  ],
  [
    'google:gemini-flash',
    { GEMINI_API_KEY: 'x' },
    {
      type: 'openai',
      options: {
        model: 'gemini-flash',
        key: '$ENV.GEMINI_API_KEY',
        host: 'https://generativelanguage.googleapis.com/v1beta/openai/',
      },
    },
  ],
  ['ollama:llama3:8b', {}, { type: 'openai', options: { model: 'llama3:8b', host: 'http://127.0.0.1:11434' } }],
  [
    'ollama:llama3',
    { OLLAMA_HOST: '0.0.0.0' },
    { type: 'openai', options: { model: 'llama3', host: 'http://127.0.0.1:11434' } },
  ],
  [
    'ollama:llama3',
    { OLLAMA_HOST: 'http://box:80/' },
    { type: 'openai', options: { model: 'llama3', host: 'http://box' } },
  ],
])('%s is a connector without an entry, with %j', (id, variables, definition) => {
  expect(createProviderConnector(id, variables)).toMatchObject({ definition });
});

it.each(['gpt-5', 'mistral:large', 'openai:', 'openai: x'])('%j is no model of a provider', (id) => {
  expect(createProviderConnector(id, {})).toBeUndefined();
});

const realConnector = { id: 'real', type: 'openai' };
const other = { id: 'other', type: 'anthropic' };
const scripted = { id: 'fake', type: 'scripted' };
const environment = { TURNTREE_MODEL: 'openai:m', OPENAI_API_KEY: 'k' };
const role = 'judge' as const;

it.each([
  ['the one in the config', { config: { helpers: { judge: 'other' } }, connectors: [realConnector, other] }, 'other'],
  ['the only real connector', { config: {}, connectors: [realConnector, scripted] }, 'real'],
  [
    'the only one that is not the agent’s own',
    { config: {}, connectors: [realConnector, other], tested: 'other' },
    'real',
  ],
  [
    'that of the environment, before the agent’s own',
    { config: {}, connectors: [realConnector], tested: 'real' },
    'openai:m',
  ],
  [
    'that of the environment, if several could be meant',
    { config: {}, connectors: [realConnector, other] },
    'openai:m',
  ],
])('chooses %s', (_, request, connector) => {
  expect(chooseHelperModel({ role, variables: environment, ...request })).toMatchObject({ connector });
});

it.each([
  [
    'an unknown connector in the config',
    { config: { helpers: { judge: 'gone' } }, connectors: [realConnector], variables: {} },
    /"helpers.judge" names the connector "gone", which the workspace does not have/,
  ],
  ['no connector', { connectors: [scripted], variables: {} }, /has no model; set "helpers"/],
  ['a key alone', { connectors: [], variables: { OPENAI_API_KEY: 'k' } }, /has no model/],
  [
    'several',
    { connectors: [realConnector, other], variables: {} },
    /has no model, because real, other could all play it/,
  ],
  ['a model without its key', { connectors: [], variables: { TURNTREE_MODEL: 'openai:m' } }, /its key is not set/],
])('says what to set with %s', (_, request, problem) => {
  expect(chooseHelperModel({ role, config: {}, ...request })).toMatchObject({
    problem: expect.stringMatching(problem),
  });
});

it('names the place of a simulator in a command, and that of a judge in an assertion', () => {
  const problemOf = (helper: 'judge' | 'simulator') =>
    chooseHelperModel({ role: helper, config: {}, connectors: [], variables: {} });
  expect(problemOf('simulator')).toEqual({
    problem:
      'the built-in simulator has no model; set "helpers": {"simulator": "<connector>"} in the workspace config, or --simulator <connector>, or TURNTREE_MODEL=<provider>:<model> with a key such as OPENAI_API_KEY',
  });
  expect(problemOf('judge')).toMatchObject({
    problem: expect.stringContaining('or "options": {"connector": "<connector>"} beside "value", or'),
  });
});
