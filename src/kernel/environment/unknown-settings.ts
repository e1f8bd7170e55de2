/** Names of the environment that look like settings and are none. */
import { meantName } from '../operation/input/suggested-name.ts'

/** Names for a Service that a cluster adds to each pod (kubernetes/kubernetes#59552), and Docker for a link. */
const OF_SERVICES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?|ENV_\w+|NAME)$/

/** Each unknown name in words, with the one that is meant where it can be seen. */
export function unknownIn(names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)]
    .filter((name) => name.startsWith('SIGNALPOST_') && !known.includes(name) && !OF_SERVICES.test(name))
    .map((name) => {
      const meant = meantName(name, known)
      return `${name}: is not a setting of Signalpost and was ignored${meant ? `; did you mean ${meant}?` : ''}`
    })
}
