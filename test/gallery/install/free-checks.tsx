/** The free checks as visitors see them. */
import { challengeWords } from '../../../src/domains/preflight/index.ts'
import type { AnswerCitation, PageInIndex, SearchPosition, Xray } from '../../../src/features/free-checks/index.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { said, say } from '../../../src/kernel/language/say.ts'
import { xrayAnswers } from '../../../views/answers/page.tsx'
import { AnswerResult } from '../../../views/free-checks/tools/answer-result.tsx'
import { LensResult, XrayResult } from '../../../views/free-checks/tools/results.tsx'
import { Failed, Found, Looking, Others, ToolPage } from '../../../views/free-checks/tools/tools.tsx'
import type { Child } from '../../../views/jsx/elements.ts'
import { inPublic } from '../frames.tsx'
import { NASTY, NOW } from '../samples.ts'

const self = '/tools/xray/spf_sample'
const shared = { href: `https://signal.northwind.example${self}`, self, token: 'v1.sample' }
const robots = { verdict: 'blocked', rule: { line: 3, text: `Disallow: /${NASTY}` } } as const

const CLEAN: Xray = {
  facts: {
    url: 'https://bakery.example/bread',
    flags: [],
    fix: null,
    final_url: 'https://bakery.example/bread',
    status: 200,
    chain: [{ url: 'https://bakery.example/bread', status: 200 }],
    robots: { verdict: 'allowed', rule: null },
    noindex: null,
    canonical: 'https://bakery.example/bread',
    warnings: [],
    bing: { flags: [], robots: { verdict: 'allowed', rule: null }, noindex: null },
  },
  page: {
    title: NASTY,
    description: 'Bread from Vienna, baked each night',
    language: 'en',
    headings: [
      { level: 1, text: 'Bread' },
      { level: 2, text: NASTY },
    ],
    links: { internal: 12, external: 3, nofollow: 1, first: ['https://bakery.example/rolls'] },
    nosnippet: 62,
    cut: true,
  },
  looked_at: NOW,
}
const BAD: Xray = {
  facts: {
    ...CLEAN.facts,
    flags: ['noindex', 'redirected'],
    fix: 'Remove noindex.\nPush the address that the redirect leads to.',
    final_url: `https://bakery.example/${'long/'.repeat(20)}`,
    chain: [
      { url: 'https://bakery.example/bread', status: 301 },
      { url: `https://bakery.example/${'long/'.repeat(20)}`, status: 200 },
    ],
    noindex: { source: 'header', directive: 'noindex' },
    warnings: [NASTY],
    bing: { flags: ['robots_blocked'], robots, noindex: null },
    robots,
    canonical: null,
  },
  page: null,
  looked_at: NOW,
}
const WARNED: Xray = {
  ...BAD,
  page: CLEAN.page,
  facts: {
    ...BAD.facts,
    readers: ['chatgpt:robots 12 Disallow: /', 'copilot~nocache'],
    host: { origin: 'https://bakery.example', training_refused: ['GPTBot'], signal: null, cdn: 'Cloudflare' },
    warnings: [
      challengeWords('Cloudflare'),
      'Not fetched: the host had stopped answering.',
      said('No page: {reason}.', { reason: said('{host} was not found', { host: 'bakery.example' }) }),
    ],
  },
}
const LENS: PageInIndex = {
  url: 'https://bakery.example/bread',
  indexed: 'no',
  evidence: NASTY,
  simulated: true,
  looked_at: NOW,
}
const ANSWER: SearchPosition = {
  domain: 'bakery.example',
  question: NASTY,
  place: 2,
  results: [
    { url: 'https://rival.example/', title: NASTY, own: false },
    { url: 'https://bakery.example/', title: null, own: true },
  ],
  simulated: false,
  looked_at: NOW,
}

const CITED: AnswerCitation = {
  domain: 'bakery.example',
  question: NASTY,
  surface: 'google_ai_mode',
  cited: 2,
  references: ANSWER.results,
  simulated: false,
  looked_at: NOW,
}

const tool = { tool: 'xray', token: 'v1.sample', left: 7, sign_up: '/sign-up' } as const
const issue = [{ path: 'url', message: 'is not an address: empty' }]

export const freeCheckGallery = [
  { name: 'tool-xray', page: () => inPublic('X-ray', <ToolPage {...tool} />) },
  {
    name: 'tool-xray-422',
    page: () => inPublic('X-ray', <ToolPage {...tool} issues={issue} values={{ url: NASTY }} sign_up={null} />),
  },
  {
    name: 'tool-answer-closed',
    page: () => inPublic('Answer', <ToolPage {...tool} tool="answer" left={null} closed="Closed at the moment." />),
  },
  { name: 'tool-lens', page: () => inPublic('Lens', <ToolPage {...tool} tool="lens" left={0} />) },
  { name: 'tool-looking', page: () => inPublic('X-ray', <Looking self={self} asked={NASTY} late={null} />) },
  {
    name: 'tool-failed',
    page: () =>
      inPublic(
        'Lens',
        <Found>
          <Failed asked={NASTY} failure="The live search gave no answer." again="/tools/lens" />
        </Found>,
      ),
  },
  {
    name: 'xray-clean',
    page: () =>
      inPublic(
        'X-ray',
        <>
          <XrayResult {...shared} xray={CLEAN} />
          <Others tool="xray" about={CLEAN.facts.url} sign_up="/sign-up" />
        </>,
      ),
  },
  { name: 'xray-bad', page: () => inPublic('X-ray', <XrayResult {...shared} xray={BAD} />) },
  { name: 'lens-no', page: () => inPublic('Lens', <LensResult {...shared} lens={LENS} />) },
  { name: 'answer-cited', page: () => inPublic('Answer', <AnswerResult {...shared} answer={CITED} />) },
  {
    name: 'answer-no-sources',
    page: () => inPublic('Answer', <AnswerResult {...shared} answer={{ ...CITED, cited: null, references: [] }} />),
  },
  { name: 'answer-found', page: () => inPublic('Answer', <AnswerResult {...shared} answer={ANSWER} />) },
  ...['qps', 'de', 'pl'].flatMap((language) => {
    const to = readerOf('UTC', language)
    const translated: Record<string, Child> = {
      tool: <ToolPage {...tool} to={to} />,
      'tool-answer': <ToolPage {...tool} to={to} tool="answer" issues={issue} values={{ domain: NASTY }} />,
      xray: (
        <>
          <XrayResult {...shared} to={to} xray={WARNED} cards={xrayAnswers(WARNED.facts, to)} />
          <Others to={to} tool="xray" about={CLEAN.facts.url} sign_up="/sign-up" />
        </>
      ),
      lens: <LensResult {...shared} to={to} lens={{ ...LENS, evidence: 'No results of site:bakery.example/bread' }} />,
      answer: <AnswerResult {...shared} to={to} answer={CITED} />,
      looking: <Looking to={to} self={self} asked={NASTY} late={null} />,
    }
    return Object.entries(translated).map(([name, content]) => ({
      name: `${name}-${language}`,
      page: () => inPublic(say(to, 'X-ray'), content, to),
    }))
  }),
]
