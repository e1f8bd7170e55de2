/** Search engines of a workspace with what people connected, and the page of the person who consents. */

import { updateGoogleProperty } from '../../src/features/evidence/operations/google.ts'
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { Choose } from '../../views/evidence/choose.tsx'
import { Answer, Invitation, Onward } from '../../views/evidence/connect-pages.tsx'
import { Engines } from '../../views/evidence/engines.tsx'
import type { Account, Coverage, Property } from '../../views/evidence/props.ts'
import { inPage, inPublic } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const NOW = '2026-12-01T09:14:00.000Z'
const LONG = 'Donaudampfschifffahrtskapitänsmützenfabrikationsgesellschaftsverwaltungsbetriebsohg'

const account = (id: string, more: Partial<Account>): Account => ({
  ...{ id, tenant_id: 'ten_bakery', workspace: 'Bakery', email: 'web@bakery.example', state: 'ok', why: null },
  ...{
    ends_at: null,
    may_submit_sitemaps: false,
    may_publish_jobs: false,
    properties: 4,
    used: 1,
    connected_by: 'invitation',
  },
  ...{ connected_at: NOW, read_at: NOW },
  ...more,
})
const property = (site_url: string, links: number, more: Partial<Property> = {}): Property => ({
  ...{ id: site_url, account_id: 'gac_1', email: 'web@bakery.example', site_url, permission: 'siteOwner' },
  ...{
    usable: true,
    tenant_ids: ['ten_bakery'],
    links,
    inspect: true,
    impressions: true,
    sitemaps: false,
    indexing: false,
  },
  reserve_pct: 25,
  ...more,
})

const ACCOUNTS = [
  account('gac_1', {}),
  account('gac_2', {
    ...{ workspace: 'Kestrel Insurance', email: 'search@kestrel-insurance.example', state: 'testing' },
    ends_at: '2026-12-04T09:00:00.000Z',
  }),
  account('gac_3', {
    ...{ workspace: LONG, email: `web@${LONG.slice(0, 40).toLowerCase()}.example`, state: 'lost' },
    why: 'Google ended the consent: it was withdrawn, unused for six months, or a policy of its owner ended it. Connect again.',
  }),
]
const USED = [
  property('sc-domain:kestrel-insurance.example', 1204, { email: 'search@kestrel-insurance.example' }),
  property('https://quay-hotels.example/', 118, { sitemaps: true }),
  property('sc-domain:bakery.example', 205),
  property(`https://${LONG.slice(0, 60).toLowerCase()}.example/`, 1902, { impressions: false }),
]
const COVERAGE: Coverage = {
  ...{ links: 5300, covered: 4120, clients: 30, connected: 5, closed: null, invitations: 2 },
  not_connected: [
    { tenant_id: 'ten_1', name: LONG, links: 410 },
    { tenant_id: 'ten_2', name: 'شركة النخيل للتجارة', links: 212 },
    { tenant_id: 'ten_3', name: NASTY, links: 13 },
  ],
}
const ENGINES = {
  coverage: COVERAGE,
  accounts: ACCOUNTS,
  properties: USED,
  quotas: [],
  self: at('/engines'),
  zone: 'UTC',
}
const CHOSEN = [
  property('sc-domain:bakery.example', 205, { tenant_ids: [] }),
  property('https://bakery.example/', 205, { tenant_ids: [] }),
  property('https://shop.bakery.example/', 0, { tenant_ids: [] }),
  property('https://alte-backstube.example/', 0, { tenant_ids: [], usable: false, permission: 'siteUnverifiedUser' }),
]
const CHOOSE = {
  ...{
    account: account('gac_1', { used: 0, may_submit_sitemaps: true, may_publish_jobs: true }),
    properties: CHOSEN,
    issues: [],
  },
  coverage: { ...COVERAGE, links: 213, covered: 0 },
  ...{ schema: updateGoogleProperty.input, action: at('/engines/gac_1/use'), again: at('/engines/connect') },
}
const SUB = 'Google answers for your clients’ own pages, free of check credits.'

export const evidenceGallery = [
  {
    name: 'engines-connected',
    page: () => inPage('Search engines', 'settings', <Engines {...ENGINES} operator={false} />, SUB),
  },
  {
    name: 'engines-closed',
    page: () =>
      inPage(
        'Search engines',
        'settings',
        <Engines
          {...ENGINES}
          {...{ accounts: [], properties: [], operator: true }}
          coverage={{ ...COVERAGE, covered: 0, connected: 0, closed: NASTY }}
        />,
        SUB,
      ),
  },
  { name: 'engines-choose', page: () => inPage('Connect Google for Bakery', 'settings', <Choose {...CHOOSE} />) },
  {
    name: 'engines-empty-account',
    page: () =>
      inPage(
        'Connect Google for Bakery',
        'settings',
        <Choose {...CHOOSE} account={account('gac_1', { properties: 0, used: 0 })} properties={[]} />,
      ),
  },
  {
    name: 'connect-google',
    page: () =>
      inPublic(
        'Connect Google',
        <Invitation to={ENGLISH} name={NASTY} made_by="Ada Lindqvist" sitemaps={1} indexing={1} token="t" />,
      ),
  },
  {
    name: 'evidence-onward',
    page: () =>
      inPublic(
        'Connect Google',
        <Onward to={ENGLISH} name={NASTY} made_by="Ada Lindqvist" host={`${LONG}.example`} url="/" />,
      ),
  },
  {
    name: 'connect-google-done',
    page: () => inPublic('Connect Google', <Answer title="Connected" text={`${NASTY} can now see your pages.`} />),
  },
]
