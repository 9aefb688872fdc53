import { isObject, type JsonObject } from '../wire.ts';
import { code, Failure, invalidParams } from './failure.ts';
import type { FaultSet } from './faults.ts';
import type { Content } from './served.ts';

/** Resources that are read only after the client has told something, each with its questions in order. */
export const asking: Readonly<Record<string, readonly Question[]>> = {
  'demo://host/ask': [
    { key: 'env', message: 'Which environment?', schema: { type: 'string', enum: ['dev', 'test', 'prod'] } },
  ],
  'demo://host/ask-twice': [
    { key: 'team', message: 'Which team?', schema: { type: 'string', minLength: 1, maxLength: 40 } },
    { key: 'sure', message: 'Are you sure?', schema: { type: 'boolean' } },
  ],
};

interface Question {
  key: string;
  message: string;
  schema: { type: 'string' | 'boolean'; enum?: string[]; minLength?: number; maxLength?: number };
}

/** What a requestState carries: signed, bound to its resource, and good for some minutes. */
interface State {
  uri: string;
  until: number;
  answers: Record<string, unknown>;
}

// Loaded when somebody is asked something: that takes longer than all the rest of the server takes to start.
const crypto = () => process.getBuiltinModule('node:crypto');
const lifetime = 10 * 60 * 1000;
const tampered = () => invalidParams('requestState could not be verified');

/** Asks, checks the answers, and gives the contents once everything is told. Nothing is kept between requests. */
export class Asker {
  #key: Buffer | undefined;
  readonly #locks = new Set<string>();

  constructor(private readonly faults: FaultSet) {}

  /** Answers a read of an asking resource: the contents, or an input_required result. */
  read(uri: string, params: JsonObject, capabilities: JsonObject): { contents: Content[] } | { ask: JsonObject } {
    const { requestState, inputResponses } = params;
    const answers = requestState === undefined ? {} : this.#verify(requestState, uri).answers;
    if (inputResponses !== undefined && !isObject(inputResponses))
      throw invalidParams('inputResponses must be an object');
    const questions = asking[uri]!;
    if (requestState === undefined && this.#locks.has(uri) && this.faults.use('asking-locks')) {
      throw new Failure(code.internalError, 'Another client is being asked');
    }
    for (const { key, schema } of questions) {
      if (Object.hasOwn(answers, key)) continue;
      const given = Object.hasOwn(inputResponses ?? {}, key) ? inputResponses[key] : undefined;
      // Answers count only together with the state of the question; unasked ones are ignored.
      const answer = requestState === undefined ? undefined : check(key, given, schema);
      if (answer === refused)
        return { contents: text(uri, 'The question was not answered, so there is nothing to show.\n') };
      if (answer === undefined) return this.#ask(uri, answers, questions, capabilities);
      answers[key] = answer;
    }
    this.#locks.delete(uri);
    const told = questions.map(({ key }) => `${key}: ${String(answers[key])}`);
    return { contents: text(uri, `${told.join('\n')}\n`) };
  }

  #ask(uri: string, answers: Record<string, unknown>, questions: readonly Question[], { elicitation }: JsonObject) {
    if (!isObject(elicitation)) throw missing({ elicitation: {} });
    if ('url' in elicitation && !('form' in elicitation)) throw missing({ elicitation: { form: {} } });
    const { key, message, schema } = questions.find(({ key }) => !Object.hasOwn(answers, key))!;
    if (this.faults.has('asking-locks')) this.#locks.add(uri);
    const params = {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { [key]: schema }, required: [key] },
    };
    return {
      ask: {
        resultType: 'input_required',
        inputRequests: { [key]: { method: 'elicitation/create', params } },
        requestState: this.#seal({ uri, until: Date.now() + lifetime, answers }),
      },
    };
  }

  #seal(state: State): string {
    const payload = Buffer.from(JSON.stringify(state)).toString('base64url');
    return `${payload}.${this.#sign(payload).toString('base64url')}`;
  }

  #sign(payload: string): Buffer {
    this.#key ??= crypto().randomBytes(32);
    return crypto().createHmac('sha256', this.#key).update(payload).digest();
  }

  #verify(sealed: unknown, uri: string): State {
    if (typeof sealed !== 'string' || sealed.length > 8192) throw tampered();
    const [payload = '', seal = ''] = sealed.split('.');
    const signature = Buffer.from(seal, 'base64url');
    const expected = this.#sign(payload);
    const genuine =
      sealed === `${payload}.${expected.toString('base64url')}` && crypto().timingSafeEqual(signature, expected);
    if (!genuine && !this.faults.use('state-unsigned')) throw tampered();
    const state = parse(payload);
    if (!state) return { uri, until: 0, answers: {} };
    if (state.uri !== uri && !this.faults.use('state-of-any-uri')) throw tampered();
    if (state.until < Date.now() && genuine) throw tampered();
    return state;
  }
}

const refused = Symbol('refused');
const text = (uri: string, body: string): Content[] => [{ uri, mimeType: 'text/plain', body: { text: body } }];

const missing = (requiredCapabilities: JsonObject) =>
  new Failure(code.missingCapability, 'This resource needs the elicitation capability', { requiredCapabilities });

function parse(payload: string): State | undefined {
  try {
    const state: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isObject(state) && isObject(state.answers) ? (state as State) : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to one question: its value, `refused`, or undefined where it is not in what was sent. */
function check(key: string, response: unknown, schema: Question['schema']): unknown {
  if (response === undefined) return undefined;
  if (!isObject(response) || !['accept', 'decline', 'cancel'].includes(response.action)) {
    throw invalidParams(`inputResponses.${key} must be the result of an elicitation`);
  }
  if (response.action !== 'accept') return refused;
  const { content = {} } = response;
  if (!isObject(content)) throw invalidParams(`inputResponses.${key}.content must be an object`);
  const value: unknown = Object.hasOwn(content, key) ? content[key] : undefined;
  if (value === undefined) return undefined;
  const { type, enum: allowed, minLength = 0, maxLength = 1000 } = schema;
  const fits =
    typeof value === type &&
    (typeof value !== 'string' || (value.length >= minLength && value.length <= maxLength)) &&
    (!allowed || allowed.includes(value as string));
  if (!fits) throw invalidParams(`inputResponses.${key}.content.${key} does not fit the schema`);
  return value;
}
