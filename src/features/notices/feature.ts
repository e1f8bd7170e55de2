import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { moveHappenings } from './alerts.ts'
import * as operations from './operations.ts'
import { DIGESTS_IN_FUTURE } from './settings.ts'
import { sendDigestsTask, tellHappeningsTask } from './tasks.ts'

const SETTINGS = {
  entry: 'Settings',
  behind: '/branding',
  title: text('Notifications'),
  under: '/notifications',
  also: ['/emails'],
} as const

export const notices = feature({
  name: 'notices',
  summary: 'Notifications and daily digests by e-mail, and their recipients.',
  needs: [],
  sections: [{ name: 'Settings', paths: /^\/tenants\/\{\w+\}\/(notifications|digest)\b/ }],
  operations,
  tasks: [sendDigestsTask, tellHappeningsTask],
  clock_repairs: [DIGESTS_IN_FUTURE],
  moved: (tx, { id }, to) => void moveHappenings(tx, id, to),
  tabs: [
    { menu: 'agency', ...SETTINGS },
    { menu: 'client', ...SETTINGS },
  ],
})
