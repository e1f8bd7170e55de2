import type { Feature } from './feature.ts'

/** All features; those that another one needs come before it. */
export const features: readonly Feature[] = []
