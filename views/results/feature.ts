import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { resultScreens } from './pages.tsx'

export const resultsPages: FeaturePages = {
  screens: resultScreens,
  slots: {
    client_places: ({ client }) => ({
      behind: 'Links',
      label: 'Results by week',
      icon: 'grid-3x3',
      href: `/app/w/${client.id}/cohorts`,
    }),
  },
}
