/** Rules that no client can observe from outside, each with its reason. */
export const notObservable: readonly { id: string; why: string }[] = [];
