/** Days after a link was sent on which it is looked for; after the last one the credit of an unseen link comes back. */
export const LOOK_DAYS = [1, 3, 7] as const
