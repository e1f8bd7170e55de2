import { FETCH_SITE_ICONS, fetchDueIcons } from '../domains/branding/index.ts'
import { task } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const fetchSiteIconsTask = task({
  name: FETCH_SITE_ICONS,
  every: MINUTE,
  summary: 'Fetches the icon of a host that was added to a client, once.',
  run: fetchDueIcons,
})
