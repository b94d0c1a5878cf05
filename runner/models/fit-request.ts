import type { ContentPart, Message, SupportedParams } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import type { ModelRequest } from './language-model.ts';
import { getEndpointTitle, type ModelEndpoint } from './model-endpoint.ts';

/**
 * A request adapted to its model: with the connector's parameters, but without features that the model does not
 * support.
 */
export type AdaptedModelRequest = {
  messages: Message[];
  tools: NonNullable<ModelRequest['tools']>;
  options: JsonObject;
  shape?: ModelRequest['shape'];
};

const tokenLimitOptions = ['max_tokens', 'max_completion_tokens'];
const toolOptions = ['tool_choice', 'parallel_tool_calls'];

/** A prepared request. `foreign` has the names of parameters that do not exist in the connector's protocol. */
type RequestTarget = { endpoint: ModelEndpoint; foreign: readonly string[] };

/**
 * Fits a request to the connector's capabilities and parameters. Warns about everything that is left out or changed.
 */
export function adaptRequestToModel({ endpoint, foreign }: RequestTarget, request: ModelRequest): AdaptedModelRequest {
  const { capabilities = {}, supportedParams, extraBody } = endpoint;
  const warnOnce = (text: string) =>
    request.context.report?.({ type: 'warning', text: `${getEndpointTitle(endpoint)} ${text}` });
  const tools = request.tools ?? [];
  const toolless = capabilities.tool_calls === false && tools.length > 0;
  if (toolless) warnOnce(`cannot call tools: not sent were ${tools.map(({ name }) => name).join(', ')}`);
  const merged = { ...endpoint.options, ...request.preferred, ...request.options };
  for (const name of foreign) if (name in merged) warnOnce(`does not know ${name}: it was not sent`);
  const supported = capTokenLimits(removeOptions(merged, foreign), capabilities.max_output_tokens);
  const fitted = supportedParams === undefined ? supported : keepSupportedOptions(supported, supportedParams, warnOnce);
  const options = { ...extraBody, ...fitted };
  return {
    messages: capabilities.vision === false ? removeImages(request.messages, warnOnce) : request.messages,
    tools: toolless ? [] : tools,
    options: toolless ? removeOptions(options, toolOptions) : options,
    ...(request.shape === undefined ? {} : { shape: request.shape }),
  };
}

function capTokenLimits(options: JsonObject, maxTokens: number | undefined): JsonObject {
  if (maxTokens === undefined) return options;
  const capped = { ...options };
  for (const name of tokenLimitOptions) {
    const limit = capped[name];
    if (typeof limit === 'number') capped[name] = Math.min(limit, maxTokens);
  }
  return capped;
}

/**
 * Keeps only those parameters that are in the list. Limits of length, the answer format and tool settings are always
 * sent.
 */
function keepSupportedOptions(
  options: JsonObject,
  supported: SupportedParams,
  warn: (text: string) => void,
): JsonObject {
  const allowed: JsonObject = {};
  for (const [name, value] of Object.entries(options)) {
    const rule = supported[name];
    const fitted = rule === undefined ? keepIfAlwaysSent(name, value) : limitToSupportedValue(value, rule);
    if (fitted === undefined) warn(`does not support ${name} ${JSON.stringify(value)}: it was not sent`);
    else allowed[name] = fitted;
    if (fitted !== undefined && fitted !== value) warn(`was sent ${name} ${fitted} instead of ${value}`);
  }
  return allowed;
}

function keepIfAlwaysSent(name: string, value: Json): Json | undefined {
  return [...tokenLimitOptions, ...toolOptions, 'response_format'].includes(name) ? value : undefined;
}

function limitToSupportedValue(value: Json, rule: SupportedParams[string]): Json | undefined {
  if (rule.allowed_values !== undefined && !rule.allowed_values.some((allowed) => allowed === value)) return undefined;
  if (typeof value !== 'number') return value;
  return Math.min(rule.max ?? value, Math.max(rule.min ?? value, value));
}

function removeImages(messages: readonly Message[], warn: (text: string) => void): Message[] {
  let images = 0;
  const textMessages = messages.map((message): Message => {
    if (!Array.isArray(message.content)) return message;
    const textParts = message.content.filter((part) => !isImage(part));
    images += message.content.length - textParts.length;
    if (textParts.length === message.content.length) return message;
    return { ...message, content: textParts.length > 0 ? textParts : '[an image that was not sent]' };
  });
  if (images > 0) warn(`cannot see: ${images} ${images === 1 ? 'image was' : 'images were'} not sent`);
  return textMessages;
}

function isImage(part: ContentPart): boolean {
  return isJsonObject(part) && (part.type === 'image' || part.type === 'image_url');
}

function removeOptions(options: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
}
