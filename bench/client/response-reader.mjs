// Finds out where the responses on a connection begin and end, and no more.

/** Tells `head`, `body` and `end` of each response; the function that it answers takes the bytes as they come. */
export function responseReader({ head, body, end }) {
  let text = '';
  /** What is read: the head, a length in bytes, or chunks: their size, their bytes, the line after them. */
  let state = 'head';
  let left = 0;

  const begin = (headers) => {
    const status = Number(headers.slice(9, 12));
    if (status < 200) return;
    head(status, headers);
    const length = /^content-length: *(\d+)/im.exec(headers)?.[1];
    if (/^transfer-encoding: *chunked/im.test(headers)) state = 'size';
    else if (length !== undefined && Number(length) > 0) {
      state = 'bytes';
      left = Number(length);
    } else end();
  };

  /** The text up to `mark`, once it is there whole. */
  const upTo = (mark, chunk) => {
    const from = Math.max(0, text.length - mark.length);
    text += chunk.toString('latin1');
    const at = text.indexOf(mark, from);
    if (at < 0) return undefined;
    const found = text.slice(0, at + mark.length);
    const rest = text.length - found.length;
    text = '';
    return { found, rest };
  };

  return (bytes) => {
    let chunk = bytes;
    while (chunk.length > 0) {
      if (state === 'bytes' || state === 'chunk') {
        const taken = chunk.subarray(0, left);
        left -= taken.length;
        body(taken);
        chunk = chunk.subarray(taken.length);
        if (left > 0) return;
        if (state === 'chunk') state = 'line';
        else {
          state = 'head';
          end();
        }
        continue;
      }
      const part = upTo(state === 'head' ? '\r\n\r\n' : '\r\n', chunk);
      if (!part) return;
      chunk = chunk.subarray(chunk.length - part.rest);
      if (state === 'head') begin(part.found);
      else if (state === 'line') state = 'size';
      else if (state === 'size') {
        left = Number.parseInt(part.found, 16);
        state = left > 0 ? 'chunk' : 'last';
      } else {
        state = 'head';
        end();
      }
    }
  };
}
