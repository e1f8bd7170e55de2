import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Defaulted, Id, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'
import { BaseUrl, HintedSecret } from '../../kernel/web-fetch/adapter.ts'

export const AccountId = Type.String({ title: 'Google account', minLength: 1, maxLength: 64 })
export const PropertyId = Type.String({ title: 'Property', minLength: 1, maxLength: 64 })

export const ACCOUNT_STATES = namedEnum('GoogleAccountState', ['ok', 'testing', 'lost'])

const Line = '^[^\\s\\p{Cc}]+$'

export const clientInput = {
  client_id: Type.String({
    title: 'Client ID',
    description: 'As Google shows it, without blanks',
    minLength: 1,
    maxLength: 255,
    pattern: Line,
  }),
  client_secret: Type.Optional(Secret({ title: 'Client secret', maxLength: 255, description: 'Left out: it stays' })),
  base_url: Type.Optional(
    Nullable(
      Type.With(BaseUrl, { description: 'Where Google answers instead of its own addresses; left out: it stays' }),
    ),
  ),
}

export type GoogleClientShape = Static<typeof GoogleClientShape>
export const GoogleClientShape = Shape('GoogleClient', {
  client_id: Nullable(Type.String({ description: 'Null: no client is set up' })),
  client_secret: HintedSecret,
  base_url: Nullable(Type.String()),
  redirect_uri: Type.String({ description: 'To register at Google, exactly so' }),
  problem: Nullable(Type.String({ description: 'Why Google would refuse the redirect of this install' })),
  tested_at: Nullable(
    Type.With(Moment, { description: 'When Google last knew the client; null: not tested since it was set' }),
  ),
})

export type GoogleAccountShape = Static<typeof GoogleAccountShape>
export const GoogleAccountShape = Shape('GoogleAccount', {
  id: Id,
  tenant_id: Type.String(),
  workspace: Type.String({ description: 'Name of the workspace that it is connected for' }),
  email: Type.String(),
  state: Type.Enum(ACCOUNT_STATES, {
    description: 'testing: it ends on a day, unless the consent screen is published',
  }),
  why: Nullable(Type.String({ description: 'Why it is lost, and what to do' })),
  ends_at: Nullable(Moment),
  may_submit_sitemaps: Type.Boolean({ description: 'Its consent covers more than reading' }),
  may_publish_jobs: Type.Boolean({ description: 'Its consent covers the Indexing API' }),
  properties: Count('Properties that it can read; none: the account is empty'),
  used: Count('Properties that serve a workspace'),
  connected_by: Type.String({ description: 'Who connected it; invitation: somebody without an account here' }),
  connected_at: Moment,
  read_at: Nullable(Type.With(Moment, { description: 'When its properties were last read' })),
})

export type GooglePropertyShape = Static<typeof GooglePropertyShape>
export const GooglePropertyShape = Shape('GoogleProperty', {
  id: Id,
  account_id: Type.String(),
  email: Type.String({ description: 'The account that reads it' }),
  site_url: Type.String({ description: 'As Google spells it: sc-domain:site.example, or a URL prefix' }),
  permission: Type.String({ description: 'As Google says; siteUnverifiedUser cannot be used' }),
  usable: Type.Boolean({ description: 'Verified at Google, of a connected account' }),
  tenant_ids: Type.Array(Type.String(), { description: 'Workspaces that it serves, with all below them' }),
  links: Count(
    'Links of the last 28 days on hosts that it covers: of the workspaces that it serves, else of all yours',
  ),
  inspect: Type.Boolean({ description: 'Answers checks' }),
  impressions: Type.Boolean({ description: 'Its impressions count as sightings' }),
  sitemaps: Type.Boolean({ description: 'Sitemaps may be submitted' }),
  indexing: Type.Boolean({ description: 'Job postings may be published' }),
  reserve_pct: Type.Integer({ description: 'Share of its day that is left to the tools of its owner' }),
})

const changed = {
  tenant_ids: Type.Array(Type.String({ maxLength: 64 }), {
    title: 'Workspaces',
    description: 'Ids of workspaces of one agency that it serves, with all below them; none: it is not used',
    maxItems: 200,
  }),
  inspect: Type.Boolean({ title: 'Checks', description: 'Answers checks' }),
  impressions: Type.Boolean({ title: 'Impressions', description: 'Impressions count as sightings' }),
  sitemaps: Type.Boolean({ title: 'Sitemaps', description: 'Sitemaps may be submitted' }),
  indexing: Type.Boolean({ title: 'Job postings', description: 'Job postings may be published' }),
  reserve_pct: Type.Integer({
    title: 'Reserve',
    description: 'Share of the day in percent that is left to the tools of its owner',
    minimum: 0,
    maximum: 90,
  }),
}
export const propertyChanges = Object.fromEntries(
  Object.entries(changed).map(([name, field]) => [name, Type.Optional(field)]),
) as { [K in keyof typeof changed]: ReturnType<typeof Type.Optional<(typeof changed)[K]>> }

export const Sitemaps = Defaulted(
  Type.Boolean({ title: 'Submit sitemaps', description: 'Also ask for the right to submit sitemaps' }),
  false,
)

export const Indexing = Defaulted(
  Type.Boolean({ title: 'Publish job postings', description: 'Also ask for the right to use the Indexing API' }),
  false,
)

export const CoverageShape = Shape('GoogleCoverage', {
  links: Count('Links sent in the last 28 days'),
  covered: Count('Of these, links inside a property that serves their workspace'),
  clients: Count('Workspaces below yours with such links'),
  connected: Count('Of these, workspaces with a covered link'),
  not_connected: Type.Array(
    Shape('NotConnected', {
      tenant_id: Type.String(),
      name: Type.String(),
      links: Count('Links sent in the last 28 days'),
    }),
    { description: 'Those of `clients` without a covered link, the most links first, at most 50' },
  ),
  closed: Nullable(Type.String({ description: 'Why no account can be connected now' })),
  invitations: Count('Open invitations to connect an account'),
})
