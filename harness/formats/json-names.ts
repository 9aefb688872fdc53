import { endOfString } from '../transport/framing.ts';

interface Frame {
  isObject: boolean;
  /** The name of the member that is being read. */
  name: string | undefined;
  awaitsName: boolean;
  seen: Set<string> | undefined;
}

/**
 * The names that occur more than once in the object to which `path` leads in a JSON text. The text is valid JSON; a parser
 * would keep one member of each name and hide the others.
 */
export function repeatedNames(text: string, path: readonly string[]): string[] {
  const repeated = new Set<string>();
  const stack: Frame[] = [];
  const isTarget = () => stack.length === path.length && stack.every(({ name }, depth) => name === path[depth]);
  for (let at = 0; at < text.length; at++) {
    const frame = stack.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (end === -1) return [...repeated];
        if (frame?.isObject && frame.awaitsName) {
          const name: string = JSON.parse(text.slice(at, end + 1));
          if (frame.seen?.has(name)) repeated.add(name);
          frame.seen?.add(name);
          Object.assign(frame, { name, awaitsName: false });
        }
        at = end;
        break;
      }
      case '{':
        stack.push({ isObject: true, name: undefined, awaitsName: true, seen: isTarget() ? new Set() : undefined });
        break;
      case '[':
        stack.push({ isObject: false, name: undefined, awaitsName: false, seen: undefined });
        break;
      case ',':
        if (frame) frame.awaitsName = frame.isObject;
        break;
      case '}':
      case ']':
        stack.pop();
    }
  }
  return [...repeated];
}
