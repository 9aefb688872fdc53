import type { Broken } from './case.ts';
import { describedPages, describedServer, noneDescribed } from './described.ts';
import { type Mutant, onResult } from './mutate.ts';
import type { Probe } from './probe.ts';
import { type ShapeMutantOptions, shapeMutants } from './shape-mutants.ts';
import { isModern, isObject, type JsonObject, metaKey, type Revision } from './wire.ts';

/** One icon, and what it is the icon of. */
export interface Icon {
  icon: JsonObject;
  /** Names it in a reason. */
  what: string;
}

/** What may have icons and says that it does, in whatever form: the server, then the listed resources and templates. */
export async function* iconed(probe: Probe): AsyncGenerator<{ icons: unknown; what: string }> {
  for (const { item, what } of describedServer(probe)) if ('icons' in item) yield { icons: item.icons, what };
  for await (const { items, what } of describedPages(probe))
    for (const item of items) if ('icons' in item) yield { icons: item.icons, what: what(item) };
}

/** Every icon that is an object in an array; gives up where there is none. What is none is for the case on icons. */
export async function* iconsOf(probe: Probe): AsyncGenerator<Icon> {
  let some = false;
  for await (const { icons, what } of iconed(probe))
    for (const icon of Array.isArray(icons) ? icons : [])
      if (isObject(icon)) {
        some = true;
        yield { icon, what: `an icon of ${what}` };
      }
  if (!some) await noneDescribed(probe, 'nothing that the server tells of has an icon');
}

/** Gives the listed resources one icon each. */
export const resourceIcons = (icon: JsonObject): Mutant =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) item.icons = [structuredClone(icon)];
  });

/** Changes what the server says of itself: in the handshake, or with the answer to server/discover. */
export const onServerInfo = (change: (info: JsonObject, revision: Revision) => void): Mutant => ({
  outgoing(message, { request, revision }) {
    const { result } = message;
    const carrier = isModern(revision) ? 'server/discover' : 'initialize';
    if (request?.method !== carrier || !isObject(result)) return [message];
    const info: unknown = isModern(revision) ? result._meta?.[metaKey.serverInfo] : result.serverInfo;
    if (isObject(info)) change(info, revision);
    return [message];
  },
});

/** Gives the server itself icons, of whatever form. */
export const serverIcons = (icons: unknown): Mutant =>
  onServerInfo((info) => {
    info.icons = icons;
  });

/** Violations of the schema of icons, in resources and in templates. `member` below an item, such as `icons[].src`. */
export function iconMutants(
  revision: Revision,
  member: string | readonly string[],
  options: ShapeMutantOptions,
): Record<string, Broken> {
  const below = (list: string) => [member].flat().map((each) => `${list}[].${each}`);
  return {
    ...shapeMutants('resources/list', 'ListResourcesResult', revision, { ...options, member: below('resources') }),
    ...shapeMutants('resources/templates/list', 'ListResourceTemplatesResult', revision, {
      ...options,
      member: below('resourceTemplates'),
    }),
  };
}
