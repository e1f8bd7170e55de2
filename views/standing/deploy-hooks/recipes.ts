/** Set-up of each sender, click by click, with the address and the secret if they are known. */
import type { Hook } from '../../../src/features/standing/index.ts'

type HookSecret = { url: string; secret: string }
type Recipe = { steps: readonly string[]; script?: string; note?: string }

/** Placeholders for the address and the secret, which are shown only once. */
export const UNKNOWN: HookSecret = { url: 'ADDRESS_OF_THE_HOOK', secret: 'SECRET_OF_THE_HOOK' }

export const recipeOf = (mode: Hook['mode'], known: HookSecret): Recipe => RECIPES[mode](known)

const RECIPES: Record<Hook['mode'], (known: HookSecret) => Recipe> = {
  standard: () => ({
    steps: [
      'On GitHub, open the repository, then Settings, Secrets and variables, Actions, New repository secret.',
      'Add SIGNALPOST_HOOK with the address and SIGNALPOST_SECRET with the secret.',
      'Add this as the last step of the job that deploys. Any script with openssl and curl can send the same.',
    ],
    script: `- env: { HOOK: "\${{ secrets.SIGNALPOST_HOOK }}", SECRET: "\${{ secrets.SIGNALPOST_SECRET }}" }
  run: |
    body='{"name":"'$GITHUB_REF_NAME'"}'; id="msg_$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT"; time=$(date +%s)
    key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
    sign=$(printf %s "$id.$time.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
    curl -fsS "$HOOK" -d "$body" -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$sign"`,
    note: 'The body may bring URLs: {"urls": ["https://shop.example/new"]}.',
  }),
  github: () => ({
    steps: [
      'On GitHub, open the repository, then Settings, Webhooks, Add webhook.',
      'Payload URL: the address. Content type: application/json. Secret: the secret.',
      'Choose “Let me select individual events”, clear Pushes and select Deployment statuses. For GitHub Pages, select Page builds; for a workflow that deploys, Workflow runs.',
      'Keep Active selected and choose Add webhook. GitHub sends a ping, which is listed here.',
    ],
  }),
  netlify: () => ({
    steps: [
      'On Netlify, open the project, then Project configuration, Notifications, Deploy notifications.',
      'Choose Add notification, HTTP POST request. Event to listen for: Deploy succeeded.',
      'URL to notify: the address. JWS secret token: the secret. Choose Save.',
    ],
    note: 'Deploys of previews and branches are ignored.',
  }),
  vercel: () => ({
    steps: [
      'On Vercel, open the team, then Settings, Webhooks. It needs the plan Pro or Enterprise.',
      'Events: Deployment Succeeded, or Deployment Promoted. Select the projects. Endpoint URL: the address.',
      'Choose Create Webhook, and copy the secret that Vercel shows once.',
      'Enter it here as “Secret of the sender”.',
    ],
    note: 'Deploys of previews are ignored.',
  }),
  address: ({ url }) => ({
    steps: [
      'Send POST to the address whenever pages are live. Keep it secret: it is the only proof.',
      'WordPress: enter it in a plug-in that calls a webhook when a post is published. Make: use HTTP, Make a request, method POST.',
    ],
    script: `curl -fsS ${url} -d '{"urls": ["https://shop.example/new"]}'`,
  }),
}
