/** Sections of the API document. */
type Section = { name: string; description: string; paths: RegExp }

/** Operations of a feature: in a section of the core, or in its own behind another. */
export type FeatureSection = { name: string; paths: RegExp } & Partial<{ description: string; behind: string }>

declare module '../../kernel/operation/app.ts' {
  interface App {
    sections: Sections
  }
}

/** In the order of the document. The first that matches counts; the last takes all others. */
const OWN: readonly Section[] = [
  {
    name: 'Account',
    paths: /^\/(me|mcp-tools|mcp-setup|routes|pricing|languages|oauth|profile|search)\b/,
    description: 'The caller, the operations, search',
  },
  { name: 'Settings', paths: /^\/(settings|emails)\b/, description: 'E-mail, suppliers, access' },
  {
    name: 'Credits and plans',
    paths: /^\/(credits|plans)\b|^\/tenants\/\{\w+\}\/plan\b/,
    description: 'Balances, the ledger, packs, plans',
  },
  {
    name: 'Clients',
    paths: /^\/(clients|tenants|members|sample-data)\b/,
    description: 'Workspaces, members, branding',
  },
  { name: 'IndexNow', paths: /^\/indexnow\b|^\/jobs\/\{\w+\}\/indexnow\b/, description: 'Sites, keys and submissions' },
  {
    name: 'Checks',
    paths: /^\/check\b|^\/jobs\/\{\w+\}\/(check|searchengine|csv)\b/,
    description: 'Check jobs and their results',
  },
  {
    name: 'Pushes',
    paths: /^\/(jobs|links|urls|preflight|orders)\b/,
    description: 'Pushes and their links, orders that wait for approval',
  },
  { name: 'Reports', paths: /^\/(results|summary)\b/, description: 'Today, results and client reports' },
  { name: 'API keys', paths: /^\/api-keys\b/, description: 'Keys of programs' },
  {
    name: 'Sign-in and audit',
    paths: /^\/audit\b|^\/users\/\{\w+\}\/factors\b/,
    description: 'Single sign-on, the audit trail',
  },
  { name: 'Platform', paths: /^/, description: 'For platform admins' },
]

export class Sections {
  readonly all: readonly Omit<Section, 'paths'>[]

  constructor(private readonly added: readonly FeatureSection[]) {
    this.all = added.reduce(
      (sections, { name, description, behind }) =>
        description === undefined
          ? sections
          : sections.toSpliced(1 + sections.findIndex((one) => one.name === behind), 0, { name, description }),
      OWN.map(({ name, description }) => ({ name, description })),
    )
  }

  /** The name of the section of a path. */
  of(path: string): string {
    return [...this.added, ...OWN].find(({ paths }) => paths.test(path))!.name
  }
}
