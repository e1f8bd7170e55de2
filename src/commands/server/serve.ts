import { boot } from '../../boot.ts'
import { reportFailure } from '../../doors/failure.ts'
import type { web } from '../../doors/pages/web.ts'
import { type RunningServer, serve } from '../../doors/server.ts'
import { noteProgram } from '../../kernel/environment/program.ts'
import { commit } from '../../kernel/environment/version.ts'
import type { App } from '../../kernel/operation/app.ts'
import { proxyNamed } from '../../kernel/web-fetch/outbound-words.ts'
import type * as samples from '../../sample/index.ts'
import type { Sample } from '../../sample/index.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { writeNoted } from './command-trail.ts'
import { settingsToWrite } from './this-install.ts'

export const command: Command = {
  name: 'serve',
  summary: 'Run the server until SIGTERM or Ctrl-C.',
  about: [
    'All data is in the folder SIGNALPOST_DATA_DIR; default: ./data, or the data folder of the installed service. A new install logs the address where you create the first account.',
  ],
  examples: [
    { line: 'signalpost serve', meaning: 'Take the settings from the environment.' },
    {
      line: 'SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env signalpost serve',
      meaning: 'Take the settings from a file.',
    },
  ],

  async run() {
    const { config, unknown } = settingsToWrite()
    const app = boot(config)
    const proxy = proxyNamed()
    if (proxy) app.log.info('calls of the operator go by the proxy of the environment', { setting: proxy })
    for (const name of unknown) app.log.warn('unknown setting', { setting: name })
    noteProgram(app)
    writeNoted(app.db)
    // Before anybody learns that it listens: who stops it at once stops it gently.
    const stopping = stopSignal(app)
    watchStorage(app)
    const running = open(app)
    app.log.info('listening', { address: running.address, site_url: app.config.site_url, version: app.version, commit })
    watch(app)
    const saying = sayMore(app)
    const signal = await stopping
    await saying
    app.log.info('stopping', { signal })
    await running.stop()
    for (const close of closing) close()
    app.log.info('stopped')
    return 0
  },
}

function open(app: App): RunningServer {
  try {
    return serve(app, { web: pages(app) })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const where = 'unix' in app.config.listen ? app.config.listen.unix : Object.values(app.config.listen).join(':')
    const taken = code === 'EADDRINUSE'
    throw new CommandError(
      `SIGNALPOST_LISTEN: cannot listen on ${where}: ${taken ? 'the address is already in use' : message}`,
      taken ? 'stop the other program, or set another SIGNALPOST_LISTEN' : undefined,
    )
  }
}

/** The pages are loaded at the first request for one, so that the process starts faster. */
function pages(app: App): ReturnType<typeof web> {
  let answer: ReturnType<typeof web> | undefined
  const sample = lateSample(app)
  return async (request) => {
    if (!answer) {
      const { web } = await import('../../doors/pages/web.ts')
      const { site } = await import('../../../views/site.tsx')
      const { withSample } = await import('../../sample/index.ts')
      answer = withSample(app, sample(), web(app, site), (other) => web(other, site))
    }
    return answer(request)
  }
}

const closing: (() => void)[] = []

/** The sample agency is loaded at its first use. */
function lateSample(app: App): () => Sample {
  let kept: Sample | undefined
  const sample = () => {
    kept ??= (require('../../sample/index.ts') as typeof samples).keepSample(app)
    return kept
  }
  app.sample = { state: () => sample().state(), make: () => sample().make(), remove: () => sample().remove() }
  closing.push(() => kept?.close())
  return sample
}

/** Milliseconds in which the first answer leaves: who waits for the start asks for the health. */
const FIRST_ANSWER = 20

/** Log lines that need the domains come after the first answer, which waits for none of them. */
async function sayMore(app: App): Promise<void> {
  await Bun.sleep(FIRST_ANSWER)
  try {
    const { sayStart } = await import('./say-start.ts')
    sayStart(app)
  } catch (error) {
    // The install answers already, and has to stop gently later.
    reportFailure(app, error, { where: 'process', request_id: null })
  }
}

/**
 * A disk that fails ends the process: only a restart can tell what is on it. Requests that still come are refused, and
 * these answers leave first.
 */
function watchStorage({ db, log }: App): void {
  db.storage.watch(({ state, why }) => {
    if (state === 'sound') log.info('the storage is in order again')
    else if (state === 'held') log.warn('the log of the database cannot be written back', { reason: why })
    else if (state === 'full') log.error('the disk is full: nothing is written until there is room', { reason: why })
    else {
      log.error('the database can no longer be trusted; ending, so that the next start reads what is there', {
        reason: why,
      })
      setTimeout(() => process.exit(1), ANSWERS_LEAVE)
    }
  })
}

const ANSWERS_LEAVE = 100

/** An uncaught error is a bug, so it is recorded. The process ends after an exception, because its state is unknown. */
function watch(app: App): void {
  process.on('unhandledRejection', (error) => reportFailure(app, error, { where: 'process', request_id: null }))
  process.on('uncaughtException', (error) => {
    reportFailure(app, error, { where: 'process', request_id: null })
    process.exit(1)
  })
}

/** The first signal stops gently; a second one, by the operating system's own ways, at once. */
function stopSignal({ log }: App): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.off(name, stop)
      resolve(signal)
    }
    for (const name of SIGNALS) process.on(name, stop)
    // A closed terminal does not stop the service; the parent process keeps the log.
    process.on('SIGHUP', () => {})
    for (const name of ['SIGUSR1', 'SIGUSR2'] as const)
      process.on(name, () => log.warn('a signal without a meaning here was ignored', { signal: name }))
  })
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const
