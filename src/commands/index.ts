/** Every command, by what a person comes for. Each is loaded when it is called: a typo need not wait for the server. */
import type { Catalog, Command } from './command.ts'

type Load = () => Promise<Command>
type Group = { title: string; commands: Record<string, Load> }

const GROUPS: readonly Group[] = [
  {
    title: 'Work with links, through a running install',
    commands: {
      push: async () => (await import('./push.ts')).command,
      check: async () => (await import('./check.ts')).command,
      status: async () => (await import('./status.ts')).command,
      jobs: async () => (await import('./jobs.ts')).command,
      csv: async () => (await import('./csv.ts')).command,
      credits: async () => (await import('./credits.ts')).command,
      clients: async () => (await import('./clients.ts')).command,
      mcp: async () => (await import('./mcp.ts')).command,
      login: async () => (await import('./login.ts')).command,
      logout: async () => (await import('./logout.ts')).command,
    },
  },
  {
    title: 'Run an install on this machine',
    commands: {
      serve: async () => (await import('./serve.ts')).command,
      demo: async () => (await import('./demo.ts')).command,
      setup: async () => (await import('./setup.ts')).command,
      backup: async () => (await import('./backup.ts')).command,
      restore: async () => (await import('./restore.ts')).command,
      verify: async () => (await import('./verify.ts')).command,
      doctor: async () => (await import('./doctor.ts')).command,
      config: async () => (await import('./config.ts')).command,
      'rotate-key': async () => (await import('./rotate-key.ts')).command,
      healthcheck: async () => (await import('./healthcheck.ts')).command,
    },
  },
  {
    title: 'This program',
    commands: {
      help: async () => (await import('./help.ts')).command,
      version: async () => (await import('./version.ts')).command,
      completion: async () => (await import('./completion.ts')).command,
      man: async () => (await import('./man.ts')).command,
    },
  },
]

const LOADS: Record<string, Load> = Object.assign({}, ...GROUPS.map(({ commands }) => commands))

export const catalog: Catalog = {
  names: Object.keys(LOADS),
  named: (name) => (Object.hasOwn(LOADS, name) ? LOADS[name]!() : undefined),
  all: () =>
    Promise.all(
      GROUPS.map(async ({ title, commands }) => ({
        title,
        commands: await Promise.all(Object.values(commands).map((load) => load())),
      })),
    ),
}
