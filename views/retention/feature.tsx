import { daysFor } from '../../src/doors/pages/days.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { CAUSES } from '../../src/features/retention/index.ts'
import { listDrops } from '../../src/features/retention/operations/drops.ts'
import { getRetention, getSurvival } from '../../src/features/retention/operations/retention.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { opens, there } from '../kit/case-line.ts'
import { day } from '../parts/text/format.ts'
import { zoneOf } from '../shell.tsx'
import { SuppliersStillThere } from './by-group.tsx'
import { ClientBlock } from './client-block.tsx'
import { dropped } from './letter.ts'
import { retentionScreens } from './pages.tsx'

const SHOWN = 3

const DROP_CASES: Slots['case_words'] = {
  drops: (one, { zone }) => ({
    icon: 'calendar-clock',
    tone: 'warn',
    text: say(zone, '{n, plural, one {# link} other {# links}} dropped out of Google', { n: one.count }),
    sub: `${sayStored(zone, CAUSES[one.note as keyof typeof CAUSES]?.title ?? one.note!)}, ${one.name}`,
    ...opens(say(zone, 'See the drops'), there(one, '/still-there')),
  }),
  drop_event: (one, { base, zone }) => ({
    icon: 'calendar-clock',
    tone: 'info',
    text: say(zone, 'Google dropped pages of many sites at once, {n, plural, one {# link} other {# links}} of yours', {
      n: one.count,
    }),
    sub: say(zone, 'Nothing is pushed again until {day}: such pages mostly come back', { day: day(one.note!, zone) }),
    ...opens(say(zone, 'See the drops'), `${base}/still-there`),
  }),
}

export const retentionPages: FeaturePages = {
  screens: retentionScreens,
  slots: {
    case_words: DROP_CASES,
    letters: { dropped },
    client_sections: async (call, { client }) => {
      const retention = await call.call(getRetention, { id: client.id })
      if (retention.watched + retention.dropped === 0) return null
      const of = { tenant_id: client.id }
      const days = daysFor(call)
      const from = days.startOf(days.firstDay(call.app.clock.now()))
      const survival = await call.call(getSurvival, of)
      const drops = await call.call(listDrops, { ...of, from, state: 'open', dir: 'desc', page_size: 100 })
      const worst = drops.items.filter(({ links }) => links > 0).sort((a, b) => b.links - a.links)
      const self = `/app/w/${client.id}/still-there`
      return <ClientBlock {...{ retention, survival, self }} drops={worst.slice(0, SHOWN)} zone={zoneOf(call)} />
    },
    results_ends: async (call, { by_row, scope }) => {
      if (by_row !== 'supplier') return null
      const of = scope.tenant_id ? { tenant_id: scope.tenant_id } : {}
      const { rows } = await call.call(getSurvival, { by: by_row, ...of })
      return <SuppliersStillThere rows={rows} href={`${call.base}/still-there?by=supplier`} />
    },
    client_places: ({ client }) => ({
      behind: 'Links',
      label: 'Still there?',
      icon: 'calendar-clock',
      href: `/app/w/${client.id}/still-there`,
    }),
  },
}
