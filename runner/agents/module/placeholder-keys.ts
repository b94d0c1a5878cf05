import type { Variables } from '../../models/connectors.ts';

/** Keys without which model SDKs refuse to start. */
const names = [
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  ...['AI_GATEWAY_API_KEY', 'AZURE_API_KEY', 'AZURE_OPENAI_API_KEY', 'COHERE_API_KEY', 'DEEPSEEK_API_KEY'],
  ...['FIREWORKS_API_KEY', 'GROQ_API_KEY', 'MISTRAL_API_KEY', 'OPENROUTER_API_KEY', 'PERPLEXITY_API_KEY'],
  ...['TOGETHER_AI_API_KEY', 'TOGETHER_API_KEY', 'XAI_API_KEY'],
];

/** A dummy value for each missing key: in a strict replay, keys are never sent to a model. */
export function placeholderKeys(variables: Variables): Variables {
  const missing = names.filter((name) => (variables[name] ?? '') === '');
  return Object.fromEntries(missing.map((name) => [name, 'strict-replay']));
}
