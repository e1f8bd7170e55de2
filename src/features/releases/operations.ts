import Type from 'typebox'
import { ProgramState, programState } from '../../domains/system/index.ts'
import { programIn } from '../../kernel/environment/program.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { changesByVersion, changesForAgencies, newsForAgencies } from './changelog.ts'

const VersionChanges = Type.Object({
  version: Type.String(),
  is_new: Type.Boolean({ description: 'It came with the last update' }),
  notes: Type.String({ description: 'Changes, in Markdown' }),
})

export const getReleases = read({
  name: 'get_releases',
  route: 'GET /system/releases',
  role: 'platform',
  summary: 'Changes of each version of Signalpost, the version that ran before, and a newer one that is published.',
  input: Type.Object({}),
  output: Type.Object({
    ...ProgramState.properties,
    releases: Type.Array(VersionChanges, { description: 'The newest first' }),
  }),
  example: {},

  handle({ tx, app }) {
    const program = programState(tx, app)
    return { ...program, releases: changesByVersion(app, program.previous_version) }
  },
})

export const getWhatsNew = read({
  name: 'get_whats_new',
  route: 'GET /whats-new',
  role: 'member',
  summary: 'Changes for the people of an agency, by version.',
  input: Type.Object({}),
  output: Type.Object({
    news: Nullable(Type.String({ description: 'The version of a recent update with such changes' })),
    versions: Type.Array(VersionChanges, { description: 'Versions with such changes, the newest first' }),
  }),
  example: {},

  handle: ({ tx, app }) => ({
    news: newsForAgencies(tx, app),
    versions: changesForAgencies(app, programIn(tx)?.previous ?? null),
  }),
})
