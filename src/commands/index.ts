/** Every command, by purpose. Each is loaded when it is called, so that a typo need not wait for the server. */
import type { Catalog, Command } from './framework/command.ts'

type Load = () => Promise<Command>
type Group = { title: string; commands: Record<string, Load> }

const GROUPS: readonly Group[] = [
  {
    title: 'Use a running install',
    commands: {
      push: async () => (await import('./client/push.ts')).command,
      check: async () => (await import('./client/check.ts')).command,
      status: async () => (await import('./client/status.ts')).command,
      jobs: async () => (await import('./client/jobs.ts')).command,
      watch: async () => (await import('./client/watch.ts')).command,
      csv: async () => (await import('./client/csv.ts')).command,
      credits: async () => (await import('./client/credits.ts')).command,
      clients: async () => (await import('./client/clients.ts')).command,
      mcp: async () => (await import('./client/mcp.ts')).command,
      login: async () => (await import('./client/login.ts')).command,
      logout: async () => (await import('./client/logout.ts')).command,
    },
  },
  {
    title: 'Run an install on this machine',
    commands: {
      serve: async () => (await import('./server/serve.ts')).command,
      demo: async () => (await import('./server/demo.ts')).command,
      setup: async () => (await import('./server/setup.ts')).command,
      backup: async () => (await import('./server/backup.ts')).command,
      restore: async () => (await import('./server/restore.ts')).command,
      verify: async () => (await import('./server/verify.ts')).command,
      doctor: async () => (await import('./server/doctor/doctor.ts')).command,
      config: async () => (await import('./server/config.ts')).command,
      words: async () => (await import('./server/words.ts')).command,
      factors: async () => (await import('./server/factors.ts')).command,
      sso: async () => (await import('./server/sso.ts')).command,
      'rotate-key': async () => (await import('./server/rotate-key.ts')).command,
      update: async () => (await import('./server/update.ts')).command,
      healthcheck: async () => (await import('./server/healthcheck.ts')).command,
    },
  },
  {
    title: 'This program',
    commands: {
      help: async () => (await import('./framework/help.ts')).command,
      version: async () => (await import('./framework/version.ts')).command,
      completion: async () => (await import('./framework/completion.ts')).command,
      man: async () => (await import('./framework/man.ts')).command,
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
