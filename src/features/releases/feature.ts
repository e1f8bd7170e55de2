import { feature } from '../feature.ts'
import * as operations from './operations.ts'
import { newestRelease } from './program.ts'
import { lookForReleaseTask } from './tasks.ts'

export const releases = feature({
  name: 'releases',
  summary: 'Changes of each version, and whether a newer one is published; `signalpost update` installs it.',
  needs: [],
  operations,
  tasks: [lookForReleaseTask],
  state: { update: newestRelease },
  slots: async () => {
    const { newsOf, WhatIsNew } = await import('../../../views/releases/releases.tsx')
    return { operator_banner: newsOf, versions: WhatIsNew }
  },
  screens: async () => (await import('../../../views/releases/pages.tsx')).releaseScreens,
})
