import type { Capability } from './case.ts';
import { isObject, type JsonObject } from './wire.ts';

/** Whether capabilities declare one; flags count only as true, wrong types are judged by a case of their own. */
export function declared(capabilities: JsonObject, capability: Capability): boolean {
  const [name, flag] = capability.split('.') as [string, string | undefined];
  const feature: unknown = capabilities[name];
  if (flag === undefined) return feature !== undefined && feature !== null && feature !== false;
  return isObject(feature) && feature[flag] === true;
}
