/** Waits until both of two things are done or have failed, so that neither outlives the case that began it; then gives both, or throws. */
export async function together<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
