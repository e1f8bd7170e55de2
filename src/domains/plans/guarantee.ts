/** Days after sending on which a link is checked. After the last one a link that is not indexed is refunded. */
export const LOOK_DAYS = [1, 3, 7] as const
