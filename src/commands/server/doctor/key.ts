/** Whether the secret key is there and opens the stored values, and the advice if it does not. */
import { sealedColumns } from '../../../domains/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { countSealed, keyIdOf, mismatch, survey } from '../../../kernel/secrets/reseal.ts'
import { createSealer } from '../../../kernel/secrets/seal.ts'
import { keyFile, secretKeys } from '../../../kernel/secrets/secret-key.ts'
import { type Finding, fail, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'

export function checkKey(config: Config): Finding {
  const keys = secretKeys(config)
  return inDatabase(config, (tx) => (keys.length ? judge(tx, config, keys) : withoutKey(tx, config)))
}

function judge(tx: ReadTx, config: Config, keys: string[]): Finding {
  const sealer = createSealer(keys)
  const seen = survey(tx, sealer, sealedColumns)
  const found = foundKey(config, keys)
  if (seen.lost.length) return fail(mismatch(seen, keyIdOf(tx), sealer))
  if (seen.older > 0)
    return warn(
      `${found}; ${seen.older} stored values are sealed with an older key`,
      'restart the install to reseal them',
    )
  const advice =
    keys.length > 1
      ? 'nothing stored needs the older keys: remove them once no older backup does'
      : 'keep a copy outside the backups; without it stored secrets are lost'
  return well(found, advice)
}

function withoutKey(tx: ReadTx, config: Config): Finding {
  const sealed = countSealed(tx, sealedColumns)
  if (sealed === 0) return well('made at the next start')
  return fail(
    `${keyFile(config)} is missing, and ${sealed} stored values need it`,
    'put it back, or set SIGNALPOST_SECRET_KEY; if it is lost, see `signalpost help rotate-key`',
  )
}

function foundKey(config: Config, keys: string[]): string {
  const where = config.secret_key.length ? 'given by SIGNALPOST_SECRET_KEY' : keyFile(config)
  return `${where}, key ${createSealer(keys).key_id}`
}
