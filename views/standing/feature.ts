import type { CaseKind } from '../../src/domains/figures/index.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import type { Pause } from '../../src/features/standing/index.ts'
import {
  createStandingPush,
  listStandingPushes,
  updateStandingPush,
} from '../../src/features/standing/operations/standing-pushes.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { may } from '../frame/visitor.ts'
import { type CaseSentences, opens } from '../kit/case-line.ts'
import { ADD_SOURCE } from '../palette/default-actions.ts'
import { hookScreens } from './deploy-hooks/pages.tsx'
import { standingScreens } from './pages.tsx'
import { PAUSE_WORDS } from './pauses.ts'

const STANDING_WORDS: CaseSentences<Extract<CaseKind, `standing_${string}`>> = {
  standing_paused: (one, { base, may, zone }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: say(zone, 'The standing push “{push}” is paused', { push: one.name }),
    sub: sayStored(zone, PAUSE_WORDS[one.note as Pause] ?? one.note!),
    ...opens(say(zone, 'Review source'), `${base}/standing/${one.id}`, may.push),
  }),
  standing_failing: (one, { base, may, zone }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: say(zone, 'The source of “{push}” failed {n, plural, one {# time} other {# times}} in a row', {
      ...{ push: one.name, n: one.count },
    }),
    sub: one.note,
    ...opens(say(zone, 'Review source'), `${base}/standing/${one.id}`, may.push),
  }),
  standing_held: (one, { base, may, zone }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: say(zone, '“{push}” holds {n, plural, one {# link} other {# links}} for your decision', {
      ...{ push: one.name, n: one.count },
    }),
    sub: one.note,
    ...opens(
      say(zone, 'Review {n, plural, one {# link} other {# links}}', { n: one.count }),
      `${base}/standing/${one.id}`,
      may.push,
    ),
  }),
  standing_budget: (one, { base, may, zone }) => ({
    icon: 'coins',
    tone: 'warn',
    text: say(zone, '“{push}” has used its budget: {n, plural, one {# link waits} other {# links wait}}', {
      ...{ push: one.name, n: one.count },
    }),
    sub: say(zone, 'The budget is {n, plural, one {# index credit} other {# index credits}} a month', {
      n: Number(one.note),
    }),
    ...opens(say(zone, 'Review rules'), `${base}/standing/${one.id}`, may.push),
  }),
  standing_quiet: (one, { base, may, zone }) => ({
    icon: 'refresh-cw',
    tone: 'info',
    text: say(zone, '“{push}” has found nothing for {n, plural, one {# day} other {# days}}', {
      ...{ push: one.name, n: one.count },
    }),
    sub: say(zone, 'It usually finds something within {n, plural, one {# day} other {# days}}', {
      n: Number(one.note),
    }),
    ...opens(say(zone, 'Review source'), `${base}/standing/${one.id}`, may.push),
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
