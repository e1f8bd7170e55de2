/** Parts of an install that are not needed for a start: they are loaded together at the first use of one. */
import { manualTexts } from '../docs/manual/texts.ts'
import { lettersWith } from '../views/mail/letters.ts'
import { WITHOUT_BROKER } from './domains/checks/index.ts'
import { WITHOUT_BILLING } from './domains/credits/index.ts'
import { clock_repairs, outgoing } from './domains/index.ts'
import type { LetterKinds } from './domains/mail/index.ts'
import { readCatalog } from './domains/plans/index.ts'
import { WITHOUT_FEATURES, WITHOUT_SAMPLE } from './domains/system/index.ts'
import { Sections } from './doors/docs/sections.ts'
import type { Provided } from './features/feature.ts'
import { features } from './features/index.ts'
import type { Config } from './kernel/environment/config.ts'
import { createGeoIp } from './kernel/environment/geoip.ts'
import { version } from './kernel/environment/version.ts'
import type { App, Ports } from './kernel/operation/app.ts'
import type { Counts } from './kernel/operation/counts.ts'
import { Fault } from './kernel/operation/fault.ts'
import type { Clock } from './kernel/time/clock.ts'
import { parseNetworks } from './kernel/web-fetch/addresses.ts'
import { createSafeFetch } from './kernel/web-fetch/safe-fetch.ts'
import { tasks } from './tasks/index.ts'
import { createBucket } from './upstream/bucket.ts'
import { createTxtLookUp } from './upstream/dns-txt.ts'
import { createGoogle } from './upstream/google/google.ts'
import { crawlAdapters, engineAdapters } from './upstream/index.ts'
import { createIndexNowEndpoint } from './upstream/indexnow.ts'
import { createStripe } from './upstream/payments/stripe.ts'
import { readRelease } from './upstream/releases.ts'
import { createSmtp } from './upstream/smtp.ts'
import { createDeviceFlow } from './upstream/suppliers/device-flow.ts'
import { createSyslog } from './upstream/syslog.ts'

export { unprovedAccounts } from './domains/accounts/index.ts'
export { sealedColumns } from './domains/index.ts'
export { readCatalog }

const letter_kinds: LetterKinds = Object.assign({}, ...features.map(({ letters }) => letters))

export const lateParts = ({ config, clock }: { config: Config; clock: Clock }) =>
  ({
    catalog: readCatalog(config.catalog),
    fetch: createSafeFetch({
      allow_networks: config.allow_networks.flatMap(parseNetworks),
      user_agent: userAgent(config),
    }),
    indexnow: createIndexNowEndpoint(config.indexnow_endpoint, { clock, user_agent: userAgent(config) }),
    lookUpTxt: createTxtLookUp(),
    sendSyslog: createSyslog(config.allow_networks.flatMap(parseNetworks)),
    courier: createSmtp(config),
    letters: lettersWith(letter_kinds),
    letter_kinds,
    engines: engineAdapters,
    crawl_adapters: crawlAdapters,
    signIn: createDeviceFlow,
    bucket: createBucket,
    google: createGoogle,
    readRelease,
    changelog: () => manualTexts.changelog!,
    payments: createStripe(config),
    geoip: createGeoIp(config.geo_db),
    tasks,
    clock_repairs,
    sample: WITHOUT_SAMPLE,
    outgoing,
    state: Object.assign({ ...WITHOUT_FEATURES }, ...features.map(({ state }) => state)),
    expired: features.flatMap(({ expired = [] }) => expired),
    ...asked(),
    finds_cases: features.flatMap(({ finds_cases }) => finds_cases ?? []),
    followers: features.flatMap(({ follower }) => follower ?? []),
    forgets: features.flatMap(({ forgets }) => forgets ?? []),
    ports: Object.assign({}, ...features.map(({ ports }) => ports)) as Ports,
    sections: new Sections(features.flatMap(({ sections = [] }) => sections)),
    texts: features.flatMap(({ texts }) => texts ?? []),
    event_types: Object.assign({}, ...features.map(({ event_types }) => event_types)) as App['event_types'],
    moved: features.flatMap(({ moved }) => moved ?? []),
    ends_first: features.flatMap(({ ends_first }) => ends_first ?? []),
    counts: Object.assign(
      { standing_pushes: none, webhooks: none, waiting_drafts: none, waitlist: none } satisfies Counts,
      ...features.map(({ counts }) => counts),
    ) as Counts,
  }) satisfies Partial<App>

const none = () => 0

/** Parts that the core asks features for, with its own where there is none. */
const asked = (): Pick<App, Provided> =>
  Object.assign(
    {
      answered: () => null,
      attachPart: () => false,
      billing: WITHOUT_BILLING,
      broker: WITHOUT_BROKER,
      carriedBack: () => {},
      carriedByLetter: () => ({ done() {} }),
      casesOf: () => [],
      earningsOf: () => new Map(),
      enclosures: async () => [],
      lastShown: () => null,
      hold: () => new Fault('forbidden', 'This order is above the limit of the key.'),
      movePush: () => {
        throw new Fault('not_found', 'Pushes cannot be moved here.')
      },
      mustUseProvider: () => false,
      noteProgram: () => {},
      newestReport: () => null,
      readers: null,
      priceOf: () => null,
      proofAtProvider: () => null,
      propertyAccess: () => null,
      reportUrl: () => null,
      setPrice: () => {
        throw new Fault('not_found', 'Clients have no prices here.')
      },
      settleWatches: () => {},
      stillThere: () => null,
      stillToday: () => null,
      unseen: () => null,
      watchedLink: () => null,
    },
    ...features.map(({ provides }) => provides),
  )

/** The name that sites and suppliers see. */
const userAgent = (config: Config): string => `Mozilla/5.0 (compatible; Signalpost/${version}; +${config.site_url})`
