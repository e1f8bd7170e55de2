import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import * as operations from './operations.ts'

const BY_WEEK = { title: text('By week'), under: '/cohorts' }

export const results = feature({
  name: 'results',
  summary: 'Indexed shares by week, client, host and supplier, with the links behind each number.',
  needs: ['attention'],
  operations,
  tabs: [
    { menu: 'agency', entry: 'Results', behind: null, ...BY_WEEK },
    { menu: 'client', entry: 'Pages', behind: '/links', ...BY_WEEK },
  ],
})
