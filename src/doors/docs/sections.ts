/** The sections of the API document, in its order, with the paths of each. The first match counts. */
const SECTIONS: [name: string, path: RegExp, summary: string][] = [
  [
    'Account',
    /^\/(me|mcp-tools|mcp-setup|routes|pricing|oauth|profile|search)\b/,
    'The caller, the operations, search',
  ],
  ['Settings', /^\/(settings|emails)\b|^\/tenants\/\{\w+\}\/(notifications|digest)\b/, 'E-mail, suppliers, access'],
  [
    'Credits and plans',
    /^\/(credits|plans|billing\/(checkout|payments|plan|portal))\b|^\/tenants\/\{\w+\}\/plan\b/,
    'Balances, the ledger, packs, plans',
  ],
  ['Clients', /^\/(clients|tenants|members)\b/, 'Workspaces, members, branding'],
  ['IndexNow', /^\/indexnow\b|^\/jobs\/\{\w+\}\/indexnow\b/, 'Sites, keys and submissions'],
  ['Checks', /^\/check\b|^\/jobs\/\{\w+\}\/(check|searchengine|csv|share)\b/, 'Check jobs and their results'],
  ['Pushes', /^\/(jobs|links|urls|preflight|drafts|orders)\b/, 'Pushes and their links, orders that wait for approval'],
  [
    'Automatic pushes',
    /^\/(standing-pushes|deploy-hooks|repairs)\b/,
    'Watched sources, deploy hooks, pages to be fixed',
  ],
  ['Reports', /^\/(attention|questions|reports|results|summary|today)\b/, 'Today, results and client reports'],
  ['API keys', /^\/api-keys\b/, 'Keys of programs'],
  ['Webhooks', /^\/webhook/, 'Signed events for your systems'],
  [
    'Sign-in and audit',
    /^\/(audit|identity-providers)\b|^\/users\/\{\w+\}\/factors\b/,
    'Single sign-on, the audit trail',
  ],
  ['Platform', /^/, 'For platform admins'],
]

export const sections = SECTIONS.map(([name, , description]) => ({ name, description }))

export const sectionOf = (path: string): string => SECTIONS.find(([, pattern]) => pattern.test(path))![0]
