import { feature } from '../feature.ts'
import { CHECKED } from './engines.ts'
import { answersGuide } from './guide.ts'
import { forgetHosts } from './hosts.ts'
import { answerReaders } from './judge.ts'
import * as operations from './operations.ts'

export const answers = feature({
  name: 'answers',
  summary: 'Says which answer engines, such as ChatGPT search, may read and quote a page.',
  needs: [],
  operations,
  expired: [forgetHosts],
  provides: { readers: answerReaders },
  texts: [{ path: 'answers', name: 'answers', title: 'Answer engines: may they read a page?', text: answersGuide }],
  dated: [{ name: 'answer engines', read: CHECKED, days: 180, manual: 'answers#the-table-is-old' }],
})
