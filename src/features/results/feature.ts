import { feature } from '../feature.ts'
import * as operations from './operations.ts'

const BY_WEEK = { title: 'By week', under: '/cohorts' }

export const results = feature({
  name: 'results',
  summary: 'Indexed shares by week, client and host, with the links behind each number.',
  needs: [],
  operations,
  tabs: [
    { menu: 'agency', entry: 'Results', behind: null, ...BY_WEEK },
    {
      menu: 'agency',
      entry: 'Results',
      behind: '/cohorts',
      title: 'By client',
      under: '/cohorts/clients',
      when: ({ client }) => !client,
    },
    { menu: 'agency', entry: 'Results', behind: '/cohorts/clients', title: 'By host', under: '/cohorts/hosts' },
    { menu: 'client', entry: 'Pages', behind: '/links', ...BY_WEEK },
  ],
})
