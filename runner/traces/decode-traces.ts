import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** How to read a field of a Protocol Buffers message, and its name in the JSON form. */
type MessageField = { name: string; isList?: true } & (
  | { as: 'string' | 'bool' | 'int' | 'double' | 'time' | 'id' | 'bytes' }
  | { as: 'message'; message: string }
);
type MessageRecord = { [name: string]: unknown };

const createMessageField = (name: string, typeName: string): MessageField => ({
  name,
  as: 'message',
  message: typeName,
});
const createListField = (name: string, typeName: string): MessageField => ({
  ...createMessageField(name, typeName),
  isList: true,
});

/**
 * The fields of opentelemetry/proto/collector/trace/v1 that describe calls, by field number. Other fields are skipped.
 */
const fieldsByMessageType: { [message: string]: { [number: number]: MessageField } } = {
  request: { 1: createListField('resourceSpans', 'resourceSpans') },
  resourceSpans: { 2: createListField('scopeSpans', 'scopeSpans') },
  scopeSpans: { 2: createListField('spans', 'span') },
  span: {
    1: { name: 'traceId', as: 'id' },
    2: { name: 'spanId', as: 'id' },
    4: { name: 'parentSpanId', as: 'id' },
    5: { name: 'name', as: 'string' },
    7: { name: 'startTimeUnixNano', as: 'time' },
    8: { name: 'endTimeUnixNano', as: 'time' },
    9: createListField('attributes', 'keyValue'),
    11: createListField('events', 'event'),
    15: createMessageField('status', 'status'),
  },
  event: { 2: { name: 'name', as: 'string' }, 3: createListField('attributes', 'keyValue') },
  status: { 2: { name: 'message', as: 'string' }, 3: { name: 'code', as: 'int' } },
  keyValue: { 1: { name: 'key', as: 'string' }, 2: createMessageField('value', 'anyValue') },
  anyValue: {
    1: { name: 'stringValue', as: 'string' },
    2: { name: 'boolValue', as: 'bool' },
    3: { name: 'intValue', as: 'int' },
    4: { name: 'doubleValue', as: 'double' },
    5: createMessageField('arrayValue', 'arrayValue'),
    6: createMessageField('kvlistValue', 'kvlistValue'),
    7: { name: 'bytesValue', as: 'bytes' },
  },
  arrayValue: { 1: createListField('values', 'anyValue') },
  kvlistValue: { 1: createListField('values', 'keyValue') },
};

const wireTypes = {
  string: WireType.LengthDelimited,
  id: WireType.LengthDelimited,
  bytes: WireType.LengthDelimited,
  message: WireType.LengthDelimited,
  bool: WireType.Varint,
  int: WireType.Varint,
  double: WireType.Bit64,
  time: WireType.Bit64,
} satisfies { [As in MessageField['as']]: WireType };

/** The maximum nesting of messages. Protocol Buffers nest three messages for each level of a value. */
const MAX_MESSAGE_DEPTH = 300;

/** Decodes an export request of spans into its JSON form. Throws if the bytes are not such a request. */
export function decodeTraces(bytes: Uint8Array): unknown {
  return decodeMessage(bytes, 'request', 0);
}

function decodeMessage(bytes: Uint8Array, typeName: string, level: number): MessageRecord {
  if (level > MAX_MESSAGE_DEPTH) throw new Error('the data is nested too deeply');
  const reader = new BinaryReader(bytes);
  const record: MessageRecord = {};
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = fieldsByMessageType[typeName]?.[number];
    if (field === undefined || wireTypes[field.as] !== wireType) {
      reader.skip(wireType, number);
      continue;
    }
    const value = decodeField(reader, field, level);
    if (field.isList !== true) record[field.name] = value;
    else {
      const values = record[field.name];
      if (Array.isArray(values)) values.push(value);
      else record[field.name] = [value];
    }
  }
  return record;
}

function decodeField(reader: BinaryReader, field: MessageField, level: number): unknown {
  switch (field.as) {
    case 'string':
      return reader.string();
    case 'bool':
      return reader.bool();
    case 'int':
      return Number(reader.int64());
    case 'double':
      return reader.double();
    case 'time':
      return String(reader.fixed64());
    case 'id':
      return Buffer.from(reader.bytes()).toString('hex');
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'message':
      return decodeMessage(reader.bytes(), field.message, level + 1);
    default:
      return field satisfies never;
  }
}
