import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'
import { auditStreamScreens } from './pages.tsx'

const STREAM_WORDS: Slots['case_words'] = {
  audit_stream: (one) => ({
    icon: 'shield-check',
    tone: 'bad',
    text: `The audit stream to ${one.name} fails`,
    sub: one.note,
    ...opens('Review streams', one.tenant_id === null ? '/app/platform/audit/streams' : there(one, '/audit/streams')),
  }),
}

export const auditStreamsPages: FeaturePages = {
  screens: auditStreamScreens,
  slots: { audit_menu: (at) => [{ label: 'Streams', icon: 'send', href: `${at}/streams` }], case_words: STREAM_WORDS },
}
