import type { FeaturePages } from '../../src/doors/pages/web.ts'

export const evidencePages: FeaturePages = { screens: [] }
