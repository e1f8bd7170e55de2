/** Google's Indexing API v3 (developers.google.com/search/apis/indexing-api/v3/reference/indexing/rest/v3/urlNotifications). */
import Type from 'typebox'
import type { Google } from '../../domains/checks/google/google.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import type { Http } from '../http.ts'

export const indexingOf = (withToken: (token: string) => Http): Pick<Google, 'publish' | 'notified'> => ({
  async publish(token, { url, type }, signal) {
    const at = withToken(token)
    const reply = await at.send({ path: '/v3/urlNotifications:publish', json: { url, type } }, signal)
    // A refusal of this page, such as an owner who is not verified: other pages of the account may be taken.
    if (reply.status === 403) throw at.refusal(reply, 'invalid')
    if (reply.status !== 200) throw at.refusal(reply)
  },
  async notified(token, url, signal) {
    const at = withToken(token)
    const reply = await at.send({ path: '/v3/urlNotifications/metadata', query: { url } }, signal)
    if (reply.status === 404) return { URL_UPDATED: null, URL_DELETED: null }
    const { latestUpdate, latestRemove } = at.read(Metadata, reply)
    return { URL_UPDATED: latestUpdate?.notifyTime ?? null, URL_DELETED: latestRemove?.notifyTime ?? null }
  },
})

const notification = Type.Optional(Type.Object({ notifyTime: Type.Optional(Type.String()) }))
const Metadata = compiled(Type.Object({ latestUpdate: notification, latestRemove: notification }))
