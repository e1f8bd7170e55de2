/**
 * Engines that answer from pages, and the effect that their vendors state for a crawler that is barred. `checked` is the
 * day on which the sources were read. A vendor that states no effect is not here.
 */

type Crawler = { token: string; purpose: 'search' | 'user' }

import { type Said, said, text } from '../../kernel/language/say.ts'
export type Engine = {
  name: string
  /** Search crawlers first. Google's and Bing's are not here: the pre-flight judges them. */
  crawlers: readonly Crawler[]
  /** Another name whose group binds the first crawler where it has none of its own. */
  falls_back?: string
  /** The vendor's crawler for training, which has no effect on answers. */
  training?: string
  /** It obeys `noindex`. */
  noindex: boolean
  /** Sentences by reason; `robots` is the search crawler, `user` the one that opens a page for a person. */
  says: Partial<Record<Why, Said>>
  source: string
}

/** Reasons of findings. */
export const WHYS = [
  'robots',
  'trade',
  'user',
  'noindex',
  'nosnippet',
  'nosnippet_header',
  'max_snippet',
  'noarchive',
  'nocache',
  'unread',
] as const
export type Why = (typeof WHYS)[number]

export const CHECKED = '2026-11-28'

const search = (token: string): Crawler => ({ token, purpose: 'search' })
const user = (token: string): Crawler => ({ token, purpose: 'user' })

const unread = (name: string): Said => said("{name}'s crawler may not read the page.", { name })
const unopened = (name: string): Said => said('{name} may not open the page when a user asks.', { name })

export const ENGINES = {
  chatgpt: {
    name: 'ChatGPT search',
    crawlers: [search('OAI-SearchBot')],
    training: 'GPTBot',
    noindex: true,
    says: {
      robots: said('ChatGPT search may not use the page in answers; it may still show a bare link.'),
      noindex: said('ChatGPT search leaves the page out: it says noindex.'),
    },
    source: 'https://developers.openai.com/api/docs/bots',
  },
  claude: {
    name: 'Claude',
    crawlers: [search('Claude-SearchBot'), user('Claude-User')],
    training: 'ClaudeBot',
    noindex: false,
    says: { robots: said('Claude may not index the page for its search.'), user: unopened('Claude') },
    source: 'https://support.claude.com/en/articles/8896518',
  },
  perplexity: {
    name: 'Perplexity',
    crawlers: [search('PerplexityBot')],
    noindex: false,
    says: { robots: unread('Perplexity') },
    source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
  },
  google_ai: {
    name: 'Google AI answers',
    crawlers: [],
    noindex: true,
    says: {
      robots: said("Google's AI answers need the page in Google's index, and robots.txt keeps Googlebot out."),
      noindex: said("Google's AI answers need the page in Google's index, and it says noindex."),
      nosnippet: said("Google's AI answers may not quote the page: it says nosnippet."),
      nosnippet_header: said("Google's AI answers may not quote the page: a header alone says nosnippet."),
      max_snippet: said("Google's AI answers may quote a short part of the page: it says max-snippet."),
    },
    source: 'https://developers.google.com/search/docs/appearance/ai-features',
  },
  gemini: {
    name: 'Gemini app',
    crawlers: [search('Google-Extended')],
    noindex: false,
    says: { robots: said('The Gemini app may not use the page; Google Search is not affected.') },
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  },
  copilot: {
    name: 'Microsoft Copilot',
    crawlers: [],
    noindex: true,
    says: {
      robots: said("Copilot answers from Bing's index, and robots.txt keeps bingbot out."),
      noindex: said("Copilot answers from Bing's index, and the page says noindex."),
      noarchive: said('Copilot leaves the page out: it says noarchive.'),
      nocache: said('Copilot shows title and snippet only: the page says nocache.'),
      nosnippet: said('Copilot may cite the page less well: it says nosnippet.'),
    },
    source: 'https://blogs.bing.com/webmaster/september-2023/',
  },
  apple: {
    name: 'Apple (Siri, Spotlight)',
    crawlers: [search('Applebot')],
    falls_back: 'Googlebot',
    training: 'Applebot-Extended',
    noindex: true,
    says: {
      robots: unread('Apple'),
      noindex: said('Siri and Spotlight leave the page out: it says noindex.'),
      nosnippet: said('Siri and Spotlight may not quote the page: it says nosnippet.'),
    },
    source: 'https://support.apple.com/119829',
  },
  duckduckgo: {
    name: 'DuckDuckGo',
    crawlers: [search('DuckAssistBot')],
    noindex: false,
    says: { robots: said("DuckDuckGo's answers may not use the page.") },
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  },
  mistral: {
    name: 'Mistral',
    crawlers: [search('MistralAI-Index'), user('MistralAI-User')],
    training: 'MistralAI-Training',
    noindex: false,
    says: { robots: said('Mistral may not index the page.'), user: unopened('Mistral') },
    source: 'https://docs.mistral.ai/en/robots',
  },
  alexa: {
    name: 'Alexa',
    crawlers: [search('Amzn-SearchBot'), user('Amzn-User')],
    training: 'Amazonbot',
    noindex: false,
    says: { robots: said('Alexa may not use the page in answers.'), user: unopened('Alexa') },
    source: 'https://developer.amazon.com/amazonbot',
  },
} as const satisfies Record<string, Engine>

export type EngineName = keyof typeof ENGINES
export const ENGINE_NAMES = Object.keys(ENGINES) as EngineName[]

export const engineOf = (name: EngineName): Engine => ENGINES[name]

/** Crawlers for training, which have no effect on answers. */
export const TRAINING = [
  'GPTBot',
  'ClaudeBot',
  'CCBot',
  'meta-externalagent',
  'Amazonbot',
  'Applebot-Extended',
  'MistralAI-Training',
  'Bytespider',
] as const

/** User fetchers that do not keep robots.txt: it decides nothing about them. */
export const FETCHERS = ['ChatGPT-User', 'Perplexity-User', 'meta-externalfetcher', 'Google-Agent'] as const

/** Sentences that hold whatever a page says. */
export const UNSEEN = [
  text('Whether a firewall, such as that of Cloudflare, turns AI crawlers away.'),
  text('Whether the owner excluded the site in Search Console (Settings, Search generative AI).'),
  text('Whether a vendor keeps its own rules.'),
] as const

export const PUSHES = text(
  'IndexNow tells Bing, whose index Copilot answers from. OpenAI does not say which indexes ChatGPT searches.',
)
