export const providerNames = ['openai', 'anthropic', 'google', 'ollama'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Parses the name of a provider's model, such as `openai:gpt-5-mini`: a connector that needs no entry. */
export function parseProviderModel(id: string): { provider: ProviderName; model: string } | undefined {
  const [, name, model = ''] = /^([a-z]+):(\S+)$/.exec(id) ?? [];
  const provider = providerNames.find((providerName) => providerName === name);
  return provider === undefined ? undefined : { provider, model };
}
