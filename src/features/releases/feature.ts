import { feature } from '../feature.ts'
import { newsForAgencies } from './changelog.ts'
import * as operations from './operations.ts'
import { newestRelease } from './program.ts'
import { lookForReleaseTask } from './tasks.ts'

export const releases = feature({
  name: 'releases',
  summary: 'Changes of each version, and whether a newer one is published; `signalpost update` installs it.',
  needs: [],
  sections: [{ name: 'Account', paths: /^\/whats-new\b/ }],
  operations,
  tasks: [lookForReleaseTask],
  state: { update: newestRelease, news: newsForAgencies },
})
