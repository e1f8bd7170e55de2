import Type from 'typebox'
import {
  changeSite,
  type EligibleLinks,
  eligible,
  findSite,
  KeyLocation,
  lookAtKeyFile,
  newKey,
  Preview,
  readKeyLocation,
  recordCheck,
  Site,
  SiteId,
  sendSubmissions,
  siteOnWire,
  sumEligible,
  VerifiedSite,
  verifyAllSites,
} from '../../domains/indexnow/index.ts'
import { noUrlLeft, takeList } from '../../domains/preflight/index.ts'
import { inPlainEnglish } from '../../kernel/language/say.ts'
import { invalid, notFound } from '../../kernel/operation/fault.ts'
import { outbound, write } from '../../kernel/operation/operation.ts'
import { Nullable, OwnTenantId, Urls } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

/** URLs read in one step: ten thousand would block every other request. */
const STEP = 500

export const previewIndexnow = outbound({
  name: 'preview_indexnow',
  route: 'POST /indexnow/preview',
  role: null,
  harmless: true,
  local: true,
  summary: 'Count the URLs that a push would also send to IndexNow.',
  description: 'Duplicates and invalid entries are dropped and reported.',
  input: Type.Object({ urls: Urls, tenant_id: Type.Optional(OwnTenantId) }),
  output: Preview,
  example: { urls: ['https://bakery.example/bread', 'https://bakery.example/cake'], tenant_id: 'ten_bakery' },

  async handle({ caller, read }, { urls: given, tenant_id = caller.tenant_id }) {
    const taken = await takeList(given)
    const { urls, duplicates, invalid, reading } = taken
    if (urls.length === 0) throw noUrlLeft(taken)
    const parts: EligibleLinks[] = []
    for (let from = 0; from < urls.length; from += STEP) {
      await pause()
      parts.push(read((tx) => eligible(tx, tenant_id, urls.slice(from, from + STEP))))
    }
    return { total: urls.length, ...sumEligible(parts), duplicates, invalid, reading }
  },
})

export const rotateIndexnowKey = write({
  name: 'rotate_indexnow_key',
  route: 'POST /indexnow/sites/{id}/rotate-key',
  role: 'admin',
  proof: false,
  summary: 'Make a new key for a site. Host it and verify again; until then nothing is sent.',
  input: Type.Object({ id: SiteId }),
  output: Site,
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle({ tx, subject, changed }) {
    const key = newKey()
    // A file named after the old key must be named after the new one.
    const key_location = subject.key_location?.replace(subject.key, key) ?? null
    changed({ tenant_id: subject.tenant_id })
    return siteOnWire(changeSite(tx, subject, { key, key_location }), tx.now)
  },
})

export const tickIndexnow = outbound({
  name: 'tick_indexnow',
  route: 'POST /indexnow/tick',
  role: 'platform',
  summary: 'Verify all sites now, and send waiting submissions.',
  description: 'Skips sites that were never verified and sites with pings disabled.',
  input: Type.Object({}),
  output: Type.Object({
    checked: Type.Integer({ description: 'Sites whose key file was checked' }),
    verified: Type.Integer(),
    failing: Type.Integer(),
    attempts: Type.Integer({ description: 'Submissions sent to the endpoint' }),
  }),
  example: {},

  async handle({ app, signal, write }) {
    const sites = await verifyAllSites(app, signal)
    const failing = sites.filter((site) => site.status === 'failing').length
    const attempts = await sendSubmissions(app, signal)
    return write(() => ({ checked: sites.length, verified: sites.length - failing, failing, attempts }))
  },
})

export const updateIndexnowSite = write({
  name: 'update_indexnow_site',
  route: 'PATCH /indexnow/sites/{id}',
  role: 'admin',
  tool: {
    when: 'to pause pings of a host, or after its key file moved',
    returns: 'the site',
    next: 'verify_indexnow_site after another key_location',
    inputs: {
      enabled: 'false: no pings',
      key_location: 'Full URL of the key file on the same host; null: at its root',
    },
    takes_away: true,
    brief: ['id', 'host', 'key_url', 'status', 'enabled'],
  },
  summary: 'Switch pings of a site on or off, or say where its key file lies.',
  description:
    'Another `key_location` must be verified again; null puts the key file back at the root, named after the key.',
  input: Type.Object({
    id: SiteId,
    enabled: Type.Optional(Type.Boolean({ title: 'Pings' })),
    key_location: Type.Optional(Nullable(KeyLocation)),
  }),
  output: Site,
  example: { id: 'ins_bakery', enabled: false },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  handle({ tx, subject, changed }, { enabled, key_location }) {
    const location = typeof key_location === 'string' ? readKeyLocation(key_location, subject.host) : null
    if (location && 'refused' in location) throw invalid({ path: 'key_location', message: location.refused })
    const site = changeSite(tx, subject, {
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
      ...(key_location !== undefined && { key_location: location?.url ?? null }),
    })
    const { enabled: was_enabled, key_location: was_location } = subject
    changed({
      tenant_id: site.tenant_id,
      before: { enabled: was_enabled === 1, key_location: was_location },
      after: { enabled: site.enabled === 1, key_location: site.key_location },
    })
    return siteOnWire(site, tx.now)
  },
})

export const verifyIndexnowSite = outbound({
  name: 'verify_indexnow_site',
  route: 'POST /indexnow/sites/{id}/verify',
  role: 'member',
  tool: {
    when: 'after the key file is online',
    returns: '`verified`, and `check` with the content found',
    next: 'list_indexnow_sites; pushes now ping the site',
    brief: ['id', 'host', 'status', 'verified', 'check'],
  },
  summary: 'Fetch the key file of a site and check that it contains the key.',
  description: 'Without the key, `verified` is false and `check` says what the file contains; that is not an error.',
  input: Type.Object({ id: SiteId }),
  output: VerifiedSite,
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  async handle({ app, subject, signal, write, changed }) {
    const check = await lookAtKeyFile(app, subject, signal)
    const site = write((tx) => {
      const recorded = recordCheck(tx, subject, check)
      const after = { status: recorded?.status, message: inPlainEnglish(check.message) }
      changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after })
      return recorded
    })
    if (!site) throw notFound('IndexNow site')
    return { ...siteOnWire(site, check.at), verified: site.status === 'verified', check }
  },
})
