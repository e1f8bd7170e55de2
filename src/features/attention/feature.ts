import { feature } from '../feature.ts'
import { casesOfClient } from './dashboard.ts'
import * as operations from './operations.ts'

export const attention = feature({
  name: 'attention',
  summary: 'Says what needs a person: Today, the overview of the operator, and why a client is below its usual.',
  needs: [],
  operations,
  provides: { casesOf: casesOfClient },
  slots: async () => ({
    client_sections: (await import('../../../views/attention/client-sections.tsx')).clientSections,
    letters: (await import('../../../views/attention/letters.ts')).ATTENTION_LETTERS,
  }),
  screens: async () => {
    const { todayScreens } = await import('../../../views/attention/pages.tsx')
    const { operatorScreens } = await import('../../../views/attention/operator-pages.tsx')
    return [...todayScreens, ...operatorScreens]
  },
})
