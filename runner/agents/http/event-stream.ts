/** One event of a stream; `name` is `message` unless the server says otherwise. */
export type ServerEvent = { name: string; data: string };

/**
 * Reads `text/event-stream` piece by piece, wherever the network cut it: lines end in LF, CRLF or CR, an empty one ends
 * an event, several `data:` lines are one text, comments and other fields are left alone.
 */
export function createEventParser(): { push(text: string): ServerEvent[]; end(): ServerEvent[] } {
  let rest = '';
  let name = '';
  let data: string[] = [];

  function readLine(line: string): ServerEvent[] {
    if (line === '') return finishEvent();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') name = value;
    return [];
  }

  function finishEvent(): ServerEvent[] {
    const event = { name: name === '' ? 'message' : name, data: data.join('\n') };
    const isEvent = data.length > 0;
    name = '';
    data = [];
    return isEvent ? [event] : [];
  }

  return {
    push(text) {
      // A CR at the end may be the first half of a CRLF.
      const whole = rest + text;
      const isCut = whole.endsWith('\r');
      const lines = (isCut ? whole.slice(0, -1) : whole).split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + (isCut ? '\r' : '');
      return lines.flatMap(readLine);
    },
    /** An event without its empty line counts: many servers just close. */
    end() {
      const last = rest.replace(/\r$/, '');
      rest = '';
      return [...(last === '' ? [] : readLine(last)), ...finishEvent()];
    },
  };
}
