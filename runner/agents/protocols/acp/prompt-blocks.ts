import type { Message } from '../../../contract/index.ts';
import { plainPart } from '../../../fold/index.ts';
import type { JsonObject } from '../../../values/index.ts';

/** What a prompt may contain besides text and links, as declared by the agent. */
export type PromptCapabilities = { image?: boolean; audio?: boolean; embeddedContext?: boolean };

/** Converts a message to prompt blocks. Warns about content that the agent does not accept. */
export function promptBlocks(
  { content }: Message,
  { can, warn }: { can: PromptCapabilities; warn(text: string): void },
): JsonObject[] {
  if (!Array.isArray(content))
    return content === null || content === undefined ? [] : [{ type: 'text', text: content }];
  return content.flatMap((contentPart): JsonObject[] => {
    const part = plainPart(contentPart);
    if (part.kind === 'text') return [{ type: 'text', text: part.text }];
    const { of, url, mediaType: mimeType, name = of } = part;
    const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
    if (data === undefined) return [{ type: 'resource_link', uri: url, name, mimeType }];
    if (of !== 'file' && can[of] === true) return [{ type: of, mimeType, data }];
    const resource = { uri: `attachment:///${encodeURIComponent(name)}`, mimeType, blob: data };
    if (can.embeddedContext === true) return [{ type: 'resource', resource }];
    warn(`the agent accepts no ${of} in its prompt, so ${name} of the case was not sent`);
    return [];
  });
}
