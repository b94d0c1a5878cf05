import { isAgentRole } from './text-candidates.ts';

/** Words at the end of keys: first those that suggest an answer, then those that suggest any text. */
const answerFieldWords = new Set([
  ...[
    'answer',
    'answers',
    'reply',
    'replies',
    'response',
    'responses',
    'output',
    'outputs',
    'completion',
    'assistant',
    'bot',
  ],
  ...['ai', 'say', 'says', 'utterance', 'fulfillment'],
]);
const primaryFieldNames = new Set([
  ...[
    'text',
    'content',
    'contents',
    'message',
    'messages',
    'msg',
    'result',
    'results',
    'delta',
    'token',
    'chunk',
    'body',
    'generation',
  ],
  ...['value', 'generated', 'data', 'parts', 'choices'],
]);
/** Words in keys for metadata or for the sources of an answer. A text under such a key is not the answer itself. */
const secondaryFieldNames = new Set([
  ...[
    'query',
    'queries',
    'prompt',
    'question',
    'questions',
    'input',
    'inputs',
    'request',
    'thought',
    'thoughts',
    'think',
    'thinking',
  ],
  ...[
    'reason',
    'reasons',
    'reasoning',
    'rationale',
    'reflection',
    'plan',
    'step',
    'steps',
    'trace',
    'debug',
    'log',
    'logs',
    'context',
    'contexts',
  ],
  ...[
    'source',
    'sources',
    'citation',
    'citations',
    'reference',
    'references',
    'document',
    'documents',
    'docs',
    'snippet',
    'snippets',
  ],
  ...[
    'title',
    'summary',
    'suggestion',
    'suggestions',
    'suggested',
    'follow',
    'followup',
    'followups',
    'hint',
    'hints',
    'next',
    'intent',
    'topic',
    'label',
  ],
  ...[
    'category',
    'sentiment',
    'lang',
    'language',
    'locale',
    'user',
    'status',
    'state',
    'stage',
    'progress',
    'translation',
    'original',
    'raw',
  ],
  ...[
    'html',
    'ssml',
    'audio',
    'voice',
    'url',
    'uri',
    'link',
    'href',
    'image',
    'usage',
    'time',
    'date',
    'version',
    'hash',
    'signature',
  ],
  ...[
    'session',
    'history',
    'disclaimer',
    'greeting',
    'notice',
    'heading',
    'subject',
    'emotion',
    'mood',
    'memory',
    'note',
    'notes',
    'ping',
  ],
  ...[
    'heartbeat',
    'start',
    'started',
    'keyword',
    'keywords',
    'tag',
    'tags',
    'retrieval',
    'retrieved',
    'search',
    'observation',
    'action',
    'actions',
  ],
  ...[
    'echo',
    'received',
    'ack',
    'footer',
    'header',
    'name',
    'meta',
    'metadata',
    'previous',
    'draft',
    'expected',
    'example',
    'sample',
    'rewritten',
  ],
  ...[
    'quick',
    'option',
    'options',
    'button',
    'buttons',
    'card',
    'cards',
    'attachment',
    'attachments',
    'analysis',
    'scratchpad',
    'instruction',
    'instructions',
    'system',
    'persona',
    'confidence',
    'explanation',
    'evidence',
    'chunks',
    'passages',
  ],
]);

/**
 * Rates the key names of a path. 1: suggests an answer; 2: suggests a text; 3: neutral; 4: suggests something other
 * than the answer.
 */
export function rateFieldName(names: readonly string[], role: string | undefined): number {
  const words = names.map(splitIntoWords);
  const last = words.at(-1)?.at(-1) ?? '';
  // Rates outer keys only by the last word of their names: `queryResult` is rated like `result`.
  const isBeside = words.slice(0, -1).some((each) => secondaryFieldNames.has(each.at(-1) ?? ''));
  if (isBeside || words.at(-1)?.some((word) => secondaryFieldNames.has(word)) === true) return 4;
  if (answerFieldWords.has(last) || isAgentRole(role)) return 1;
  const isInside = words.slice(0, -1).some((each) => answerFieldWords.has(each.at(-1) ?? ''));
  if (primaryFieldNames.has(last)) return isInside ? 1 : 2;
  return 3;
}

/** Splits a key name into words: `botSays`, `bot_says` and `bot-says` all consist of two words. */
function splitIntoWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}
