/** Lets everything that waits on the event loop have its turn. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
