import { STANDING_MAILS } from '../../../views/standing/mails.ts'
import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { deploys } from './doors/deploys.ts'
import { hubs } from './doors/hubs.ts'
import { countPushes, HOOK_SECRETS, HUB_SECRETS, SOURCE_SECRETS } from './index.ts'
import * as deployHooks from './operations/deploy-hooks.ts'
import * as pushes from './operations/standing-pushes.ts'
import * as runs from './operations/standing-runs.ts'
import { answerDeployHooksTask, runStandingPushesTask } from './tasks.ts'

export const standing = feature({
  name: 'standing',
  summary: 'Pushes what is new or changed in a sitemap, feed or list, and what a deploy hook brings.',
  needs: ['notices'],
  sections: [
    {
      name: 'Automatic pushes',
      description: 'Watched sources, deploy hooks, pages to be fixed',
      behind: 'Pushes',
      paths: /^\/(standing-pushes|deploy-hooks)\b/,
    },
  ],
  operations: { ...pushes, ...runs, ...deployHooks },
  tasks: [answerDeployHooksTask, runStandingPushesTask],
  counts: { standing_pushes: countPushes },
  sealed: [HOOK_SECRETS, HUB_SECRETS, SOURCE_SECRETS],
  http: [deploys, hubs],
  tabs: [
    { menu: 'agency', entry: 'Pushes', behind: '/checks', title: 'Standing', under: '/standing' },
    { menu: 'client', entry: 'Pages', behind: '/checks', title: text('Sent by itself'), under: '/standing' },
    { menu: 'client_page', behind: '/jobs', title: 'Standing', under: '/standing' },
  ],
  letters: STANDING_MAILS,
})
