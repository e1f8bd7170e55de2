/** Words of messages. */

/** `1 link`, `2,000 links`. */
export const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
