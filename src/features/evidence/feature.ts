import { feature } from '../feature.ts'
import { BROKER } from './broker/broker.ts'
import { forgetUses } from './broker/uses.ts'
import { forgetImpressions } from './impressions/days.ts'
import { propertyAccess } from './properties.ts'
import { CLIENT_SECRET, REFRESH_TOKENS } from './sealed-columns.ts'
import { readImpressionsTask } from './tasks.ts'

export const evidence = feature({
  name: 'evidence',
  summary: "Google's own word: Search Console of clients, connected by their consent.",
  needs: [],
  operations: {},
  sealed: [CLIENT_SECRET, REFRESH_TOKENS],
  provides: { propertyAccess, broker: BROKER },
  expired: [forgetUses, forgetImpressions],
  tasks: [readImpressionsTask],
})
