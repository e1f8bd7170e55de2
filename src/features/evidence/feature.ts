import { EVIDENCE_MAILS } from '../../../views/evidence/mails.ts'
import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { endsConsent } from './accounts.ts'
import { BROKER } from './broker/broker.ts'
import { forgetUses } from './broker/uses.ts'
import { dropOldFlows } from './flows.ts'
import { forgetImpressions } from './impressions/days.ts'
import { lastShown } from './impressions/shown.ts'
import { forgetPostings } from './indexing/queue.ts'
import { dropOldInvites } from './invites.ts'
import * as bing from './operations/bing.ts'
import * as client from './operations/client.ts'
import * as google from './operations/google.ts'
import * as indexing from './operations/indexing.ts'
import * as quota from './operations/quota.ts'
import * as sitemaps from './operations/sitemaps.ts'
import { propertyAccess } from './properties.ts'
import { CLIENT_SECRET, REFRESH_TOKENS } from './sealed-columns.ts'
import { publishJobPostingsTask, readImpressionsTask, refreshGoogleAccountsTask } from './tasks.ts'

const ENGINES = { title: text('Search engines'), under: '/engines', may: google.listGoogleAccounts }

export const evidence = feature({
  name: 'evidence',
  summary: "Google's own word: Search Console of clients, connected by their consent.",
  needs: [],
  sections: [
    {
      name: 'Search engines',
      description: 'Google accounts, properties of Search Console, sites at Bing',
      behind: 'Automatic pushes',
      paths: /^\/(google|bing|settings\/google)\b|^\/jobs\/\{id\}\/google/,
    },
  ],
  operations: { ...bing, ...client, ...google, ...indexing, ...quota, ...sitemaps },
  tasks: [refreshGoogleAccountsTask, readImpressionsTask, publishJobPostingsTask],
  sealed: [CLIENT_SECRET, REFRESH_TOKENS],
  expired: [dropOldFlows, dropOldInvites, forgetUses, forgetImpressions, forgetPostings],
  provides: { propertyAccess, broker: BROKER, lastShown },
  tabs: [
    { menu: 'agency', entry: 'Settings', behind: '/indexnow', ...ENGINES },
    { menu: 'client', entry: 'Settings', behind: '/indexnow', ...ENGINES },
    { menu: 'operator', entry: 'Suppliers', behind: '/suppliers', title: 'Google', under: '/google' },
  ],
  letters: EVIDENCE_MAILS,
  ends_first: endsConsent,
})
