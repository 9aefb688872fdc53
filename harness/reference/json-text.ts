import { isObject } from '../wire.ts';
import type { FaultSet } from './faults.ts';

/** A message as the reference server writes it; a fault may write what no object can hold. */
export function jsonText(message: unknown, faults: FaultSet): string {
  const text = JSON.stringify(message);
  const requests: unknown = isObject(message) ? message.result?.inputRequests : undefined;
  const [first] = Object.entries(isObject(requests) ? requests : {});
  if (!first || !faults.use('input-requests-repeated')) return text;
  const [key, request] = first;
  const start = '"inputRequests":{';
  return text.replace(start, () => `${start}${JSON.stringify(key)}:${JSON.stringify(request)},`);
}
