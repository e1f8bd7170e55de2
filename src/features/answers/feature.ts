import { feature } from '../feature.ts'
import { answerReaders } from './judge.ts'
import * as operations from './operations.ts'

export const answers = feature({
  name: 'answers',
  summary: 'Says which answer engines, such as ChatGPT search, may read and quote a page.',
  needs: [],
  operations,
  provides: { readers: answerReaders },
})
