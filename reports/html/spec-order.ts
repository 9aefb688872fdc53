import { plain } from '../escape.ts';

// The pages in the order in which the specification's own contents list them, those of earlier revisions beside what took their place.
const pages = [
  ['architecture', 'Architecture'],
  ['basic', 'Base protocol'],
  ['basic/lifecycle', 'Lifecycle'],
  ['basic/versioning', 'Versioning'],
  ['basic/messages', 'Messages'],
  ['basic/transports', 'Transports'],
  ['basic/transports/stdio', 'Transports: stdio'],
  ['basic/transports/streamable-http', 'Transports: Streamable HTTP'],
  ['basic/authorization', 'Authorization'],
  ['basic/patterns', 'Patterns'],
  ['basic/patterns/mrtr', 'Patterns: multi round-trip requests'],
  ['basic/patterns/subscriptions', 'Patterns: subscriptions'],
  ['basic/patterns/progress', 'Patterns: progress'],
  ['basic/patterns/cancellation', 'Patterns: cancellation'],
  ['basic/utilities/cancellation', 'Utilities: cancellation'],
  ['basic/utilities/ping', 'Utilities: ping'],
  ['basic/utilities/progress', 'Utilities: progress'],
  ['server', 'Server'],
  ['server/discover', 'Server: discovery'],
  ['server/prompts', 'Server: prompts'],
  ['server/resources', 'Server: resources'],
  ['server/tools', 'Server: tools'],
  ['server/utilities/caching', 'Server: caching'],
  ['server/utilities/completion', 'Server: completion'],
  ['server/utilities/logging', 'Server: logging'],
  ['server/utilities/pagination', 'Server: pagination'],
  ['schema', 'Schema'],
] as const;

// Headings in the order of their page; one that is not named here comes after those that are.
const headings: Readonly<Record<string, string>> = {
  basic:
    'protocol-layers messages requests responses result-responses resulttype error-responses error-codes notifications batching statelessness meta _meta icons',
  'basic/lifecycle': 'initialization version-negotiation operation timeouts error-handling',
  'basic/versioning':
    'protocol-version-negotiation extension-negotiation backward-compatibility-with-initialization-based-versions compatibility-matrix',
  'basic/messages': 'requests responses notifications',
  'basic/transports':
    'messages stdio http-with-sse streamable-http security-warning sending-messages-to-the-server listening-for-messages-from-the-server multiple-connections resumability-and-redelivery session-management protocol-version-header',
  'basic/transports/stdio': 'cancellation shutdown',
  'basic/transports/streamable-http':
    'security--endpoint sending-messages receiving-messages cancellation protocol-version-header standard-request-headers value-encoding case-sensitivity server-validation earlier-streamable-http-revisions',
  'basic/patterns/mrtr': 'supported-requests server-requirements-basic-workflow error-handling',
  'basic/patterns/subscriptions':
    'opening-a-stream acknowledgment receiving-notifications multiple-concurrent-subscriptions cancellation graceful-closure',
  'basic/patterns/progress': 'progress-flow behavior-requirements implementation-notes',
  'basic/patterns/cancellation': 'behavior-requirements timing-considerations error-handling',
  'basic/utilities/cancellation': 'behavior-requirements timing-considerations error-handling',
  'basic/utilities/progress': 'progress-flow behavior-requirements implementation-notes',
  'server/resources':
    'capabilities resource-templates list-changed-notification subscriptions resource annotations custom-uri-schemes error-handling security-considerations',
  'server/utilities/caching': 'cacheable-results cacheable-model interaction-with-pagination security-considerations',
  'server/utilities/completion':
    'capabilities reference-types completion-results completerequest error-handling implementation-considerations security',
  'server/utilities/logging': 'capabilities per-request-log-level error-handling',
  'server/utilities/pagination': 'pagination-model response-format implementation-guidelines error-handling',
};

/** A place in the specification, from the link of a result. */
export interface Place {
  /** The page, without its revision; empty where the link leads nowhere known. */
  page: string;
  /** The heading on it; empty for the page itself. */
  heading: string;
}

/** Where a link leads: `…/specification/<revision>/<page>#<heading>:~:text=…`. */
export function placeOf(address: unknown): Place {
  const text = plain(address).slice(0, 2_000);
  const parts = /^https:\/\/modelcontextprotocol\.io\/specification\/[\w-]+\/?([\w/-]*)(?:#([^:]*))?/.exec(text);
  if (parts) return { page: parts[1]!.replace(/\/$/, ''), heading: parts[2] ?? '' };
  return {
    page: /^https:\/\/github\.com\/modelcontextprotocol\/.*\/schema\.ts/.test(text) ? 'schema' : '',
    heading: '',
  };
}

/** The name of a page for people. */
export const pageTitle = (page: string): string =>
  pages.find(([path]) => path === page)?.[1] ?? (page === '' ? 'Elsewhere' : page);

const place = (order: readonly string[], item: string): number => {
  const at = order.indexOf(item);
  return at < 0 ? order.length : at;
};

const paths = pages.map(([path]) => path);

/** Puts places in the order of the specification. */
export const bySpecification = (one: Place, other: Place): number => {
  const byPage = place(paths, one.page) - place(paths, other.page);
  if (byPage !== 0 || one.page !== other.page) return byPage || (one.page < other.page ? -1 : 1);
  if (one.heading === '' || other.heading === '') return Number(one.heading !== '') - Number(other.heading !== '');
  if (one.page === 'schema') return one.heading < other.heading ? -1 : Number(one.heading !== other.heading);
  const order = (headings[one.page] ?? '').split(' ');
  return place(order, one.heading) - place(order, other.heading);
};
