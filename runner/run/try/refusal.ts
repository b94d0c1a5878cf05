import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import type { ServerComplaint } from './complaint.ts';
import type { ServerReply } from './prober.ts';
import { parseComplaintsOfSentence } from './refusal-sentences.ts';

/** What an error response tells about the requests that the server accepts. */
export type ServerRefusal = {
  complaints: readonly ServerComplaint[];
  /** The methods in the `Allow` header. */
  methods: readonly string[];
  /** The encoding of the body that the response asks for. */
  encoding: 'form' | 'json' | 'text' | undefined;
  /** Paths that accept POST according to the response. */
  paths: readonly string[];
};

/** Parses the error of a server that did not understand a request: lists of problems, and sentences. */
export function parseRefusal({ headers, text, status }: ServerReply): ServerRefusal {
  const document = tryParseJson(text);
  const listedComplaints = document === undefined ? [] : parseListedComplaints(document);
  const sentences = document === undefined ? [text.slice(0, 2_000)] : collectTextsOfDocument(document);
  const fromSentences = sentences.flatMap((sentence) => parseComplaintsOfSentence(sentence));
  return {
    complaints: removeDuplicateComplaints(listedComplaints.length > 0 ? listedComplaints : fromSentences),
    methods: (headers.get('allow') ?? '')
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((method) => /^[A-Z]+$/.test(method)),
    encoding: findRequiredEncoding(status, [headers.get('accept-post') ?? '', ...sentences].join('\n')),
    paths: [...new Set(sentences.flatMap(findUrlPathsInSentence))],
  };
}

function removeDuplicateComplaints(complaints: readonly ServerComplaint[]): ServerComplaint[] {
  const toComplaintKey = ({ path, where, problem }: ServerComplaint) => JSON.stringify([path, where, problem]);
  return complaints.filter(
    (each, index) => complaints.findIndex((other) => toComplaintKey(other) === toComplaintKey(each)) === index,
  );
}

const complaintListKeys = [
  'detail',
  'errors',
  'issues',
  'error',
  'message',
  'messages',
  'details',
  'violations',
  'problems',
  'data',
];

/**
 * Parses lists of problems in the formats of FastAPI, ASP.NET, zod, ajv, express-validator, class-validator and Spring,
 * including problems by field name.
 */
function parseListedComplaints(document: Json, depth = 0): ServerComplaint[] {
  if (depth > 3) return [];
  if (Array.isArray(document)) return document.flatMap(parseComplaintsOfItem);
  if (!isJsonObject(document)) return [];
  const byName =
    depth === 0
      ? parseComplaintsByFieldName(document, []).filter(({ path }) => !complaintListKeys.includes(String(path[0])))
      : [];
  if (byName.length > 0) return byName;
  return complaintListKeys.flatMap((name) => {
    const member = document[name];
    if (Array.isArray(member)) return member.flatMap(parseComplaintsOfItem);
    if (!isJsonObject(member)) return [];
    const innerComplaints = parseListedComplaints(member, depth + 1);
    return innerComplaints.length > 0 ? innerComplaints : parseComplaintsByFieldName(member, []);
  });
}

/**
 * Parses problems by field name: `{"errors": {"Message": ["The Message field is required."]}}` or `{"message": ["This
 * field is required."]}`.
 */
function parseComplaintsByFieldName(errors: { [key: string]: Json }, parentPath: readonly string[]): ServerComplaint[] {
  return Object.entries(errors).flatMap(([name, detail]): ServerComplaint[] => {
    if (!/^[$\w.]+$/.test(name)) return [];
    const isPart = parentPath.length === 0 && ['json', 'body', 'form'].includes(name);
    const path = isPart ? [] : [...parentPath, ...name.replace(/^\$\.?/, '').split('.')];
    if (isJsonObject(detail) && path.length < 5) return parseComplaintsByFieldName(detail, path);
    const says = Array.isArray(detail) ? detail.filter((each) => typeof each === 'string').join(' ') : '';
    if (path.length === 0 || !/requir|missing|blank|empty|null|undefined/i.test(says)) return [];
    return [{ path, where: 'body', problem: 'missing' }];
  });
}

function parseComplaintsOfItem(item: Json): ServerComplaint[] {
  if (typeof item === 'string') return parseComplaintsOfSentence(item);
  if (!isJsonObject(item)) return [];
  const message = [item.msg, item.message, item.code, item.type, item.keyword, item.defaultMessage, item.error]
    .filter((each) => typeof each === 'string')
    .join(' ');
  const complaintField = findComplaintField(item);
  if (complaintField === undefined) return parseComplaintsOfSentence(message);
  const { where, path } = complaintField;
  if (
    /\bextra(?:_|\b)|unrecogni[sz]ed|additional|unexpected|not permitted|should not exist|unknown (?:field|key)/i.test(
      message,
    )
  ) {
    return [{ path, where, problem: 'unwanted' }];
  }
  const isMissing =
    /missing|requir|undefined|should not be empty|must not be (?:null|blank|empty)|is empty|invalid_type[^_]{0,200}undefined/i.test(
      message,
    ) ||
    item.received === 'undefined' ||
    item.input === null;
  const type = parseRequiredType(`${message} ${toTextOrEmpty(item.expected)}`);
  const values = findAllowedValues(item);
  return [{ path, where, problem: isMissing ? 'missing' : 'type', type, ...(values.length === 0 ? {} : { values }) }];
}

function findComplaintField(item: { [key: string]: Json }): Pick<ServerComplaint, 'path' | 'where'> | undefined {
  const params = isJsonObject(item.params) ? item.params : {};
  const missingProperty = params.missingProperty ?? params.additionalProperty;
  const pointer = item.instancePath ?? item.dataPath;
  if (typeof missingProperty === 'string')
    return { where: 'body', path: [...splitFieldPath(toTextOrEmpty(pointer)), missingProperty] };
  const listedPath = [item.loc, item.path, item.keys].find(Array.isArray);
  const fieldPath = [
    item.field,
    item.path,
    item.param,
    item.property,
    item.name,
    item.attribute,
    item.parameter,
    item.loc,
    pointer,
  ].find((each) => typeof each === 'string' && each !== '');
  const path =
    listedPath === undefined
      ? splitFieldPath(toTextOrEmpty(fieldPath))
      : listedPath.filter((step) => typeof step === 'string' || typeof step === 'number');
  if (path.length === 0) return undefined;
  const [first] = path;
  const locations = ['body', 'query', 'header', 'path'] as const;
  const location = locations.find((name) => name === first);
  if (location !== undefined && (path.length > 1 || listedPath !== undefined))
    return { where: location, path: path.slice(1) };
  return { where: 'body', path };
}

function splitFieldPath(path: string): string[] {
  return path.split(/[./[\]]+/).filter((step) => step !== '' && step !== '$');
}

function toTextOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function parseRequiredType(message: string): ServerComplaint['type'] {
  if (/uuid/i.test(message)) return 'uuid';
  if (/string_type|valid string|must be a string|\bstring\b/i.test(message)) return 'string';
  if (/list_type|valid list|array|\blist\b/i.test(message)) return 'list';
  if (/dict_type|model_type|model_attributes|valid dictionary|\bobject\b/i.test(message)) return 'object';
  if (/bool/i.test(message)) return 'boolean';
  if (/int_|integer|number|float|numeric/i.test(message)) return 'number';
  return undefined;
}

/** The values that an enumeration allows. */
function findAllowedValues(item: { [key: string]: Json }): string[] {
  const params = isJsonObject(item.params) ? item.params : {};
  const context = isJsonObject(item.ctx) ? item.ctx : {};
  const listedValues = [params.allowedValues, item.options, item.values, context.enum_values].find(Array.isArray);
  if (listedValues !== undefined) return listedValues.filter((value) => typeof value === 'string');
  const expected = toTextOrEmpty(context.expected);
  return [...expected.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
}

function findRequiredEncoding(status: number, text: string): ServerRefusal['encoding'] {
  if (/x-www-form-urlencoded|form[- ]?data|form[- ]encoded/i.test(text)) return 'form';
  if (/text\/plain/i.test(text)) return 'text';
  if (/application\/json/i.test(text)) return 'json';
  return status === 415 ? 'form' : undefined;
}

function findUrlPathsInSentence(sentence: string): string[] {
  const named = [...sentence.matchAll(/\bPOST\b[^/\n]{0,20}(\/[\w./{}-]+)/g)].map(([, path = '']) => path);
  return named.map((path) => path.replace(/(?<!\.)\.+$/, ''));
}

function collectTextsOfDocument(document: Json): string[] {
  if (typeof document === 'string') return [document];
  if (Array.isArray(document)) return document.flatMap(collectTextsOfDocument);
  return isJsonObject(document) ? Object.values(document).flatMap(collectTextsOfDocument) : [];
}
