/** Finds the English in a page of the pseudo-language: words outside of its brackets that are no data. */

/** Attributes that are read to people, or shown by a script. */
const READ = 'title|aria-label|alt|placeholder|data-(?:title|body|points|verb|word|none|one|many|second|hint|label)'
const ATTRIBUTE = new RegExp(`\\s(?:${READ})="([^"]*)"`, 'g')

/** Names that are the same in every language. */
export const NAMES = [
  ...['site:', 'Google', 'Bing', 'IndexNow', 'Search Console', 'Signalpost', 'ChatGPT'],
  ...[
    'CSV',
    'PDF',
    'API',
    'MCP',
    'URL',
    'UTC',
    'JSON',
    'RSS',
    'XML',
    'HTTP',
    'noindex',
    'robots.txt',
    'Ctrl',
    'Enter',
    'Esc',
  ],
]

const ADDRESSES =
  /[\w.+-]+@[\w.-]+|(?:https?:\/\/|\/app\/)[^\s⟧]+|[\w.-]+\.(?:example|test|com\/page)\b[^\s⟧]*|(?<=\s)\/[\w/-]+|[0-9a-f]+(?:-[0-9a-f]+){3,}/g

/** Cities of time zones, and languages in their own words. */
const ZONES = /<optgroup\b[\s\S]*?<\/optgroup>|\sdata-second="[^"]*"/g

/** Each with the words behind it. `data`: names that people gave. */
export function englishIn(html: string, data: readonly string[] = []): string[] {
  let bare = html
    .replaceAll(ZONES, '')
    .replace(/^[\s\S]*?<title>/, '<title>')
    .replaceAll(/<(script|style|template|datalist)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<(\w+)\b[^>]*\slang="en"[^>]*>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<(?:link|meta)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, (tag) => [' ', ...[...tag.matchAll(ATTRIBUTE)].map(([, words]) => words), ' '].join(' '))
  for (const name of data.toSorted((a, b) => b.length - a.length)) bare = bare.replaceAll(name, ' ')
  bare = bare.replaceAll(ADDRESSES, ' ').replaceAll(/&[#\w]+;/g, ' ')
  for (const name of NAMES) bare = bare.replaceAll(name, ' ')
  for (let depth = 0; depth < 5; depth++) bare = bare.replaceAll(/⟦[^⟦⟧]*⟧/gu, ' ')
  return (bare.replaceAll(/\s+/g, ' ').match(/[A-Za-z]{3,}.{0,60}/g) ?? []).map((words) => words.trim())
}
