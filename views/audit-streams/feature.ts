import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { opens, there } from '../kit/case-line.ts'
import { auditStreamScreens } from './pages.tsx'

const STREAM_WORDS: Slots['case_words'] = {
  audit_stream: (one, { zone }) => ({
    icon: 'shield-check',
    tone: 'bad',
    text: say(zone, 'The audit stream to {host} fails', { host: one.name }),
    sub: one.note,
    ...opens(
      say(zone, 'Review streams'),
      one.tenant_id === null ? '/app/platform/audit/streams' : there(one, '/audit/streams'),
    ),
  }),
}

export const auditStreamsPages: FeaturePages = {
  screens: auditStreamScreens,
  slots: { audit_menu: (at) => [{ label: 'Streams', icon: 'send', href: `${at}/streams` }], case_words: STREAM_WORDS },
}
