/** The parts of the API, in the order of the document, and which paths belong to each. The first that matches counts. */
const SECTIONS: [name: string, path: RegExp, summary: string][] = [
  ['Account', /^\/(me|mcp-tools|routes|pricing|oauth|profile)\b/, 'Who am I, what is there'],
  ['Settings', /^\/(settings|emails)\b|^\/tenants\/\{\w+\}\/(notifications|digest)\b/, 'E-mail, suppliers, access'],
  ['Credits and plans', /^\/(credits|plans)\b|^\/tenants\/\{\w+\}\/plan\b/, 'Balances, the ledger, packs, plans'],
  ['Clients', /^\/(tenants|members)\b/, 'Workspaces, members, branding'],
  ['IndexNow', /^\/indexnow\b|^\/jobs\/\{\w+\}\/indexnow\b/, 'Sites, keys and what was sent'],
  ['Checks', /^\/check\b|^\/jobs\/\{\w+\}\/(check|searchengine|csv|share)\b/, 'What search engines can see'],
  ['Pushes', /^\/(jobs|urls|preflight|drafts)\b/, 'Index jobs and their links, orders that wait for a person'],
  ['API keys', /^\/api-keys\b/, 'Keys of programs'],
  ['Webhooks', /^\/webhook/, 'Signed events for your systems'],
  ['Platform', /^/, 'For the platform admin'],
]

export const sections = SECTIONS.map(([name, , description]) => ({ name, description }))

export const sectionOf = (path: string): string => SECTIONS.find(([, pattern]) => pattern.test(path))![0]
