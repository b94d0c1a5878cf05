import * as z from 'zod';
import { UsageError } from '../../run/usage-error.ts';
import { getLongTextPreview, toErrorMessage, tryParseJson } from '../../values/index.ts';

/** A server that receives spans as JSON by OTLP over HTTP. */
export type Collector = { url: string; headers: Record<string, string> };

type CollectorOptions = { url: string | undefined; variables: Readonly<Record<string, string | undefined>> };

const TRACES_PATH = '/v1/traces';

/**
 * Returns the collector that a flag names, otherwise the one in the environment variables that all OpenTelemetry SDKs
 * read.
 */
export function resolveCollector({ url, variables }: CollectorOptions): Collector {
  const baseEndpoint = url ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  const tracesEndpoint = url === undefined ? variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT : undefined;
  const address = tracesEndpoint ?? (baseEndpoint === undefined ? undefined : toTracesUrl(baseEndpoint));
  if (address === undefined) {
    throw new UsageError('name a target for the export', [
      '--url http://localhost:4318 names a collector, as OTEL_EXPORTER_OTLP_ENDPOINT does; -o <file> writes a file.',
    ]);
  }
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new UsageError(`${address} is not an address of a collector, such as http://localhost:4318`);
  }
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') {
    throw new UsageError(
      'the address of a collector must not contain a password: put it into OTEL_EXPORTER_OTLP_HEADERS',
    );
  }
  const headers = variables.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? variables.OTEL_EXPORTER_OTLP_HEADERS ?? '';
  return { url: address, headers: parseHeaders(headers) };
}

function toTracesUrl(base: string): string {
  const trimmed = base.endsWith('/') ? base.slice(0, -1) : base;
  return trimmed.endsWith(TRACES_PATH) ? trimmed : `${trimmed}${TRACES_PATH}`;
}

/** Parses headers such as `api-key=abc,tenant=a%20b`. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeHeader(pair.slice(at + 1).trim())];
    }),
  );
}

function decodeHeader(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const rejectionSchema = z.object({
  partialSuccess: z.object({
    rejectedSpans: z.coerce.number().default(0),
    errorMessage: z.string().default('no reason was given'),
  }),
});

/** Sends spans to the collector. Throws if it rejects any of them. */
export async function sendSpans(request: string, { url, headers }: Collector): Promise<void> {
  let response: Response;
  let answer: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: request,
    });
    answer = await response.text();
  } catch (error) {
    throw new UsageError(`the collector at ${url} does not answer: ${describeCause(error)}`);
  }
  if (!response.ok) {
    throw new UsageError(
      `the collector at ${url} refuses the spans: ${response.status} ${getLongTextPreview(answer)}`.trim(),
    );
  }
  const { data } = rejectionSchema.safeParse(tryParseJson(answer));
  if (data !== undefined && data.partialSuccess.rejectedSpans > 0) {
    const { rejectedSpans, errorMessage } = data.partialSuccess;
    throw new UsageError(`the collector at ${url} rejected ${rejectedSpans} of the spans: ${errorMessage}`);
  }
}

function describeCause(error: unknown): string {
  return toErrorMessage(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
