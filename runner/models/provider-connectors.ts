import type { ConnectorDefinition } from '../contract/index.ts';
import { type ProviderName, parseProviderModel, providerNames } from '../values/index.ts';
import type { ConnectorEntry } from './connector-source.ts';

type Variables = Readonly<Record<string, string | undefined>>;

type ModelProvider = {
  type: 'openai' | 'anthropic';
  /**
   * The environment variables that may contain the key, or the address of a local server. The first variable that is
   * set is used.
   */
  variables: readonly [string, ...string[]];
  /** Returns the address, if it is not the provider's default. */
  host(variables: Variables): string | undefined;
  isLocal?: true;
};

const DEFAULT_OLLAMA_URL = 'http://127.0.0.1:11434';

const providers: Readonly<Record<ProviderName, ModelProvider>> = {
  openai: {
    type: 'openai',
    variables: ['OPENAI_API_KEY'],
    host: ({ OPENAI_BASE_URL: host }) => host,
  },
  anthropic: {
    type: 'anthropic',
    variables: ['ANTHROPIC_API_KEY'],
    host: ({ ANTHROPIC_BASE_URL: host }) => host,
  },
  google: {
    type: 'openai',
    variables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    host: ({ GOOGLE_GEMINI_BASE_URL: host = 'https://generativelanguage.googleapis.com' }) =>
      `${host.replace(/(?<!\/)\/+$/, '')}/v1beta/openai/`,
  },
  ollama: {
    type: 'openai',
    variables: ['OLLAMA_HOST'],
    host: ({ OLLAMA_HOST: host }) => completeOllamaAddress(host),
    isLocal: true,
  },
};

/** The ways to write a connector for a provider's model, for messages. */
export const PROVIDER_FORMS = providerNames.map((name) => `${name}:<model>`);

/** The environment variables that hold the keys of providers, for messages. */
export const PROVIDER_VARIABLES = Object.values(providers).flatMap(({ variables }) => variables);

/** Returns the connector of a provider's model, with its key from the environment. */
export function createProviderConnector(id: string, variables: Variables): ConnectorEntry | undefined {
  const parsed = parseProvider(id);
  if (parsed === undefined) return undefined;
  const { provider, model } = parsed;
  const key =
    provider.isLocal === true ? undefined : `$ENV.${findKeyVariable(provider, variables) ?? provider.variables[0]}`;
  const options = { model, ...(key === undefined ? {} : { key }) };
  const host = provider.host(variables);
  const definition: ConnectorDefinition = {
    type: provider.type,
    options: host === undefined || host === '' ? options : { ...options, host },
  };
  return { id, source: 'the environment', definition };
}

/** Returns the environment variable that makes a provider's model usable; undefined if none is set. */
export function findProviderKeyVariable(id: string, variables: Variables): string | undefined {
  const parsed = parseProvider(id);
  return parsed === undefined ? undefined : findKeyVariable(parsed.provider, variables);
}

function findKeyVariable({ variables: names }: ModelProvider, variables: Variables): string | undefined {
  return names.find((name) => (variables[name] ?? '') !== '');
}

function parseProvider(id: string): { provider: ModelProvider; model: string } | undefined {
  const parsed = parseProviderModel(id);
  return parsed && { provider: providers[parsed.provider], model: parsed.model };
}

/**
 * Completes the address in Ollama's own variable. It may lack the scheme and port, or be the address on which the
 * server listens.
 */
function completeOllamaAddress(host = ''): string {
  if (host === '') return DEFAULT_OLLAMA_URL;
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`;
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && !/^https?:\/\//.test(host)) url.port = '11434';
  return url.href.replace(/(?<!\/)\/+$/, '');
}
