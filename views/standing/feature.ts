import type { CaseKind } from '../../src/domains/figures/index.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import type { Pause } from '../../src/features/standing/index.ts'
import {
  createStandingPush,
  listStandingPushes,
  updateStandingPush,
} from '../../src/features/standing/operations/standing-pushes.ts'
import { may } from '../frame/visitor.ts'
import { type CaseSentences, opens } from '../kit/case-line.ts'
import { ADD_SOURCE } from '../palette/default-actions.ts'
import { many } from '../parts/text/format.ts'
import { hookScreens } from './deploy-hooks/pages.tsx'
import { standingScreens } from './pages.tsx'
import { PAUSE_WORDS } from './words.ts'

const STANDING_WORDS: CaseSentences<Extract<CaseKind, `standing_${string}`>> = {
  standing_paused: (one, { base, may }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: `The standing push “${one.name}” is paused`,
    sub: PAUSE_WORDS[one.note as Pause] ?? one.note,
    ...opens('Review source', `${base}/standing/${one.id}`, may.push),
  }),
  standing_failing: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: `The source of “${one.name}” failed ${many(one.count, 'time')} in a row`,
    sub: one.note,
    ...opens('Review source', `${base}/standing/${one.id}`, may.push),
  }),
  standing_held: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: `“${one.name}” holds ${many(one.count, 'link')} for your decision`,
    sub: one.note,
    ...opens(`Review ${many(one.count, 'link')}`, `${base}/standing/${one.id}`, may.push),
  }),
  standing_budget: (one, { base, may }) => ({
    icon: 'coins',
    tone: 'warn',
    text: `“${one.name}” has used its budget: ${many(one.count, 'link')} ${one.count === 1 ? 'waits' : 'wait'}`,
    sub: `The budget is ${many(Number(one.note), 'index credit')} a month`,
    ...opens('Review rules', `${base}/standing/${one.id}`, may.push),
  }),
  standing_quiet: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'info',
    text: `“${one.name}” has found nothing for ${many(one.count, 'day')}`,
    sub: `It usually finds something within ${many(Number(one.note), 'day')}`,
    ...opens('Review source', `${base}/standing/${one.id}`, may.push),
  }),
}

const MAX_SOURCES = 5

const standingSlots: Pick<Slots, 'case_words' | 'palette' | 'sources'> = {
  case_words: STANDING_WORDS,
  palette: [{ label: ADD_SOURCE, icon: 'refresh-cw', at: '/standing/new', needs: createStandingPush }],
  sources: async (call, tenant_id) =>
    may(call, updateStandingPush)
      ? (await call.call(listStandingPushes, { tenant_id, page_size: MAX_SOURCES })).items
      : [],
}

export const standingPages: FeaturePages = { screens: [...hookScreens, ...standingScreens], slots: standingSlots }
