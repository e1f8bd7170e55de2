import { feature } from '../feature.ts'
import { countUnseen } from './bell.ts'
import { casesOfClient } from './dashboard.ts'
import * as operations from './operations.ts'

export const attention = feature({
  name: 'attention',
  summary: 'Says what needs a person: Today, the overview of the operator, and why a client is below its usual.',
  needs: [],
  sections: [{ name: 'Reports', paths: /^\/(attention|bell|today)\b/ }],
  operations,
  provides: { casesOf: casesOfClient, unseen: countUnseen },
})
