import type { Feature } from './feature.ts'
import { freeChecks } from './free-checks/feature.ts'
import { repairs } from './repairs/feature.ts'
import { standing } from './standing/feature.ts'

/** All features; those that another one needs come before it. */
export const features: readonly Feature[] = [standing, repairs, freeChecks]
