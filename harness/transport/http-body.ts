import { excerptLength, MiB, size } from './allowance.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { emitMessage, type MessageSink, readMessage } from './json-message.ts';
import { SseReader } from './sse-reader.ts';
import type { HttpHead } from './transport.ts';

/** Takes the body of one HTTP response as it comes. */
export interface ResponseBody {
  /** Answers why the exchange has to be broken off, if it has. */
  push(chunk: Buffer): string | undefined;
  /** The body is complete, or it `broke` off. */
  end(broke: boolean): void;
}

/** Chooses how to read a body by the head of its response; `limit` is the largest message in bytes. */
export function readBody(head: HttpHead, sink: MessageSink & { exchange: number }, limit: number): ResponseBody {
  const { status, headers } = head;
  const location = headers.location;
  if (status >= 300 && status < 400 && location !== undefined) {
    const why = 'a redirect, which is not followed; if it is right, give the URL that it names';
    sink.noise.noise(location, `${why}: ${location.slice(0, 200)}`, sink.exchange);
    return ignoredBody(limit);
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    return otherBody(
      `a body in content encoding ${encoding.slice(0, 100)}, which the request did not offer to accept`,
      sink,
      limit,
    );
  }
  const type = headers['content-type'];
  switch (type?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/json':
      return jsonBody(sink, limit);
    case 'text/event-stream':
      return eventBody(sink, limit);
  }
  const wanted = 'MCP wants application/json or text/event-stream';
  const what = type === undefined ? 'a body without a Content-Type' : `a body of type ${type.slice(0, 200)}`;
  return unlabelledBody(`${what}; ${wanted}`, sink, limit);
}

// How many events of one response are told apart; the messages in later ones are taken all the same.
const mostEvents = 10_000;
// How many messages one response may bring: no request has more to tell.
const mostMessages = 50_000;
// What a stream may hold beside its largest message: line breaks, field names, comments that keep it open.
const room = MiB;

const tooLarge = (limit: number): string => `a body above ${limit / MiB} MiB`;

function jsonBody(sink: MessageSink, limit: number): ResponseBody {
  const bytes = new GrowingBuffer();
  return {
    push(chunk) {
      if (bytes.length + chunk.length <= limit) {
        bytes.append(chunk);
        return undefined;
      }
      sink.noise.noise(bytes.view().toString('utf8', 0, excerptLength), tooLarge(limit), sink.exchange);
      bytes.clear();
      return tooLarge(limit);
    },
    end(broke) {
      if (bytes.length === 0) return;
      if (broke)
        sink.noise.noise(bytes.view().toString('utf8'), 'the beginning of a body that broke off', sink.exchange);
      else emitMessage(bytes.view(), sink);
    },
  };
}

function eventBody(sink: MessageSink & { exchange: number }, limit: number): ResponseBody {
  const { emit, noise, exchange } = sink;
  let events = 0;
  let messages = 0;
  // Comments, empty events and what is too large are no progress: a stream of nothing else would never come to an end.
  let idle = 0;
  const reader = new SseReader(
    {
      event({ data, ...fields }) {
        const empty = data === undefined || data.length === 0;
        if (events++ < mostEvents) emit({ type: 'sse', ...fields, empty, exchange });
        if (empty) return;
        idle = 0;
        messages++;
        emitMessage(data, sink);
      },
      fault: (text, why) => noise.noise(text, why, exchange),
    },
    limit,
  );
  return {
    push(chunk) {
      idle += chunk.length;
      reader.push(chunk);
      if (messages > mostMessages) return `more than ${mostMessages} messages in one event stream`;
      return idle > limit + room ? `${size(idle)} of an event stream without a message in them` : undefined;
    },
    end: () => reader.end(),
  };
}

function otherBody(why: string, sink: MessageSink, limit: number): ResponseBody {
  const excerpt = new GrowingBuffer();
  let length = 0;
  return {
    push(chunk) {
      length += chunk.length;
      excerpt.append(chunk.subarray(0, excerptLength - excerpt.length));
      return length > limit ? tooLarge(limit) : undefined;
    },
    end() {
      if (length === 0) return;
      const cut = length > excerpt.length ? ` (the first ${size(excerpt.length)} of ${size(length)})` : '';
      sink.noise.noise(excerpt.view().toString('utf8'), why + cut, sink.exchange);
    },
  };
}

// A message under a wrong label is a message all the same: the label is one fault, and is not to hide all others.
function unlabelledBody(why: string, sink: MessageSink, limit: number): ResponseBody {
  const bytes = new GrowingBuffer();
  const other = otherBody(why, sink, limit);
  let whole = true;
  return {
    push(chunk) {
      whole &&=
        bytes.length + chunk.length <= limit && (bytes.length > 0 || /^\s*[{[]/.test(chunk.toString('latin1', 0, 64)));
      if (whole) bytes.append(chunk);
      else bytes.clear();
      return other.push(chunk);
    },
    end(broke) {
      other.end(broke);
      if (whole && !broke && bytes.length > 0 && 'message' in readMessage(bytes.view().toString('utf8')))
        emitMessage(bytes.view(), sink);
    },
  };
}

function ignoredBody(limit: number): ResponseBody {
  let length = 0;
  return {
    push(chunk) {
      length += chunk.length;
      return length > limit ? tooLarge(limit) : undefined;
    },
    end() {},
  };
}
