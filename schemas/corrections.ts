import type { Revision } from '../harness/wire.ts';

/** One place where the released schema files are known to be wrong, or stricter than the text they were made from. */
export interface Correction {
  revisions: readonly Revision[];
  /** JSON pointer below the definitions, without the leading slash. */
  path: string;
  /** What the released file holds there; the generator fails where it holds something else. */
  from: unknown;
  to: unknown;
  reason: string;
}

const legacy = ['2024-11-05', '2025-03-26', '2025-06-18'] as const;
const dated = ['2025-11-25', '2026-07-28'] as const;
const every = [...legacy, ...dated] as const;

const integerOrNumber =
  'schema.ts, the source of the file, says number; a fraction is a matter for a warning, which a case of its own gives';
const unreadableId =
  'JSON-RPC 2.0 gives null as the id of an error whose request could not be read, later revisions leave it out; both must pass';
const nullableId = { type: ['string', 'integer', 'null'] };

/** All corrections, applied while the schemas are reduced. */
export const corrections: readonly Correction[] = [
  { revisions: every, path: 'Resource/properties/size/type', from: 'integer', to: 'number', reason: integerOrNumber },
  {
    revisions: ['2025-06-18', ...dated],
    path: 'ResourceLink/properties/size/type',
    from: 'integer',
    to: 'number',
    reason: integerOrNumber,
  },
  {
    revisions: every,
    path: 'CompleteResult/properties/completion/properties/total/type',
    from: 'integer',
    to: 'number',
    reason: integerOrNumber,
  },
  {
    revisions: legacy,
    path: 'JSONRPCError/required',
    from: ['error', 'id', 'jsonrpc'],
    to: ['error', 'jsonrpc'],
    reason: unreadableId,
  },
  {
    revisions: legacy,
    path: 'JSONRPCError/properties/id',
    from: { $ref: '#/definitions/RequestId' },
    to: nullableId,
    reason: unreadableId,
  },
  {
    revisions: dated,
    path: 'JSONRPCErrorResponse/properties/id',
    from: { $ref: '#/$defs/RequestId' },
    to: nullableId,
    reason: unreadableId,
  },
  ...['HeaderMismatchError', 'MissingRequiredClientCapabilityError', 'UnsupportedProtocolVersionError'].map((name) => ({
    revisions: ['2026-07-28'] as const,
    path: `${name}/properties/id`,
    from: { $ref: '#/$defs/RequestId' },
    to: nullableId,
    reason: unreadableId,
  })),
  {
    revisions: ['2026-07-28'],
    path: 'JSONValue',
    from: {
      anyOf: [
        { $ref: '#/$defs/JSONObject' },
        { items: { $ref: '#/$defs/JSONValue' }, type: 'array' },
        { type: ['string', 'integer', 'boolean'] },
      ],
    },
    to: {},
    reason:
      'schema.ts allows every JSON value; the file leaves out null and fractions. What was parsed from JSON needs no check here, and none that recurses as deep as a hostile value',
  },
];
