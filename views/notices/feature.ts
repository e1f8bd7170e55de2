import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { NOTICE_WORDS } from './cases.ts'
import { noticeScreens } from './pages.tsx'

export const noticesPages: FeaturePages = { screens: noticeScreens, slots: { case_words: NOTICE_WORDS } }
