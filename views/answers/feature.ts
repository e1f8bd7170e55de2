import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { jobAnswers } from './job.tsx'
import { linkAnswers, xrayAnswers } from './page.tsx'
import { screenedGroups } from './push.tsx'

export const answersPages: FeaturePages = {
  screens: [],
  slots: { job_ends: jobAnswers, link_facts: linkAnswers, screened: screenedGroups, xray_cards: xrayAnswers },
}
