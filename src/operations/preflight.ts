import Type from 'typebox'
import {
  Challenger,
  challengeWords,
  countOf,
  DroppedUrls,
  type Facts,
  FLAGS,
  hostOf,
  noUrlLeft,
  PreflightFacts,
  ReaderHost,
  robotsRoom,
  screenUrls,
  takeList,
  takenCounts,
} from '../domains/preflight/index.ts'
import { inPlainEnglish } from '../kernel/language/say.ts'
import { partyOf } from '../kernel/operation/caller.ts'
import { outbound, read } from '../kernel/operation/operation.ts'
import { OwnTenantId, Urls } from '../kernel/operation/shape.ts'
import { onBehalfOf } from '../kernel/web-fetch/safe-fetch.ts'

export const preflightUrls = outbound({
  name: 'preflight_urls',
  route: 'POST /preflight',
  role: 'member',
  tool: {
    when: 'before a push, to leave out pages that cannot be indexed',
    returns: '`counts`, and for each URL its flags, the `fix` and warnings',
    next: 'submit_index_job with the URLs without flags; send the fixes to the owner of the site',
    reaches_out: true,
    reads_only: true,
    first: 'flags',
    brief: ['counts', 'next', 'url', 'flags', 'fix', 'warnings', 'answers', 'challenged'],
  },
  summary: 'Fetch each URL as Googlebot and bingbot would, and report what prevents indexing. Free.',
  description: 'Answers after the last URL: thousands of URLs on one host may take minutes.',
  input: Type.Object({ urls: Urls, tenant_id: Type.Optional(OwnTenantId) }),
  output: Type.Object({
    counts: Type.Object({
      ...takenCounts,
      ready: Type.Integer({ minimum: 0, description: 'Valid URLs without a flag' }),
      flagged: Type.Integer({ minimum: 0 }),
      flags: Type.Record(Type.Enum(FLAGS), Type.Integer({ minimum: 0 })),
      warned: Type.Integer({ minimum: 0, description: 'Valid URLs with a warning' }),
      challenged: Type.Integer({ minimum: 0, description: 'Valid URLs that bot protection kept from being checked' }),
      bing_flagged: Type.Integer({ minimum: 0, description: 'Valid URLs that would not be sent to IndexNow' }),
      closed_to: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        description: 'Valid URLs that each answer engine may not use',
      }),
    }),
    results: Type.Array(PreflightFacts, { description: 'One for each valid URL, in the order given' }),
    challenged: Type.Array(
      Type.Object({ host: Type.String(), by: Challenger, urls: Type.Integer({ minimum: 1 }), advice: Type.String() }),
      { description: 'Hosts whose bot protection stopped the pre-flight; their pages may be pushed' },
    ),
    hosts: Type.Array(ReaderHost, { description: 'Facts about each site that matter to answer engines' }),
    ...DroppedUrls.properties,
    next: Type.String({ description: 'Next step; operations are named as tools' }),
  }),
  example: { urls: ['https://bakery.example/bread'] },
  faults: ['too_many_urls'],

  async handle({ app, caller, signal, progress }, { urls: given, tenant_id }) {
    const taken = await takeList(given)
    if (taken.urls.length === 0) throw noUrlLeft(taken)
    let done = 0
    const on_result = () => progress(++done, taken.urls.length)
    const fetch = onBehalfOf(app.fetch, partyOf(caller))
    const robots_room = robotsRoom(app, tenant_id ?? caller.tenant_id)
    const screened = await screenUrls(taken.urls, {
      fetch,
      now: app.clock.now(),
      signal,
      on_result,
      robots_room,
      readers: app.readers,
    })
    const hosts = screened.flatMap(({ host }) => host ?? [])
    const results = screened.map(({ host: _, ...facts }) => ({
      ...facts,
      answers: facts.readers && app.readers?.explain(facts.readers),
    }))
    const flagged = results.filter(({ flags }) => flags.length > 0).length
    const counts = {
      given: countOf(taken),
      valid: results.length,
      duplicates: taken.duplicates.length,
      invalid: taken.invalid.length,
      ready: results.length - flagged,
      flagged,
      flags: Object.fromEntries(
        FLAGS.map((flag) => [flag, results.filter(({ flags }) => flags.includes(flag)).length]),
      ),
      warned: results.filter(({ warnings }) => warnings.length > 0).length,
      challenged: results.filter(({ challenged }) => challenged !== undefined).length,
      bing_flagged: results.filter(({ bing }) => bing.flags.length > 0).length,
      closed_to: closedIn(results),
    }
    const { duplicates, invalid, reading } = taken
    const challenged = challengedIn(results)
    return { counts, results, challenged, hosts, duplicates, invalid, reading, next: nextOf(counts) }
  },
})

function closedIn(results: readonly Facts[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { engine, verdict } of results.flatMap(({ answers = [] }) => answers))
    if (verdict === 'closed') counts[engine] = (counts[engine] ?? 0) + 1
  return counts
}

function challengedIn(results: readonly Facts[]) {
  const hosts = Map.groupBy(
    results.filter(({ challenged }) => challenged !== undefined),
    ({ url }) => hostOf(url),
  )
  return [...hosts].map(([host, found]) => {
    const by = found[0]!.challenged!
    return { host, by, urls: found.length, advice: inPlainEnglish(challengeWords(by)) }
  })
}

function nextOf({ ready, valid }: { ready: number; valid: number }): string {
  if (ready === 0) return 'None of these can be indexed: make the fixes first.'
  return ready === valid
    ? 'All are ready: call submit_index_job.'
    : `${ready} of ${valid} are ready: call submit_index_job with those that have no flags. Fix the others first.`
}

export const validateUrls = read({
  name: 'validate_urls',
  route: 'POST /urls/validate',
  role: null,
  tool: {
    when: 'to clean a list before anything else',
    costs: 'Free; nothing is fetched.',
    returns: '`counts`, the valid `urls`, and what was dropped',
    next: 'preflight_urls or submit_index_job with the valid ones',
  },
  harmless: true,
  summary: 'Validate and de-duplicate URLs. Free; nothing is fetched.',
  description: 'Two spellings of one address are one URL: spaces, fragments and dot segments are removed first.',
  input: Type.Object({ urls: Urls }),
  output: Type.Object({
    counts: Type.Object(takenCounts),
    urls: Type.Array(Type.String(), { description: 'Valid URLs, each once, in the order given' }),
    ...DroppedUrls.properties,
  }),
  example: { urls: ['https://bakery.example/bread', 'HTTPS://Bakery.example/bread#crust', 'bakery.example'] },
  faults: ['too_many_urls'],

  prepare: ({ urls }) => takeList(urls),

  handle({ prepared: taken }) {
    const { urls, duplicates, invalid, reading } = taken
    const counts = { given: countOf(taken), valid: urls.length, duplicates: duplicates.length, invalid: invalid.length }
    return { counts, urls, duplicates, invalid, reading }
  },
})
