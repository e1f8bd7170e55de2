import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { listWebhooks, updateWebhook } from '../../src/features/webhooks/operations/webhooks.ts'
import { WEBHOOK_WORDS } from './cases.ts'
import { webhookDocs } from './docs.tsx'
import { webhookScreens } from './pages.tsx'

export const webhooksPages: FeaturePages = {
  screens: [...webhookScreens, webhookDocs],
  slots: {
    case_words: WEBHOOK_WORDS,
    case_rights: { hook: updateWebhook },
    integration: { at: 'webhooks', label: 'Webhooks', needs: listWebhooks },
  },
}
