/** Words of messages. */

/** `1 link`, `2,000 links`. */
export const counted = (n: number, what: string, several = `${what}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? what : several}`
