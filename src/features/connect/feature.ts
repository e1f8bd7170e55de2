import { feature } from '../feature.ts'
import * as operations from './operations.ts'
import { forgetPrograms, noteProgram } from './programs.ts'

export const connect = feature({
  name: 'connect',
  summary: 'How to set up AI apps over MCP, and when each of them called.',
  needs: [],
  operations,
  provides: { noteProgram },
  expired: [forgetPrograms],
})
