/** How a receiver verifies an event, in five languages, with the public key where it is known. */
export const snippetsFor = (public_key: string): { label: string; text: string }[] => [
  {
    label: 'TypeScript',
    text: `import { Webhook } from 'standardwebhooks'
// The raw body, before it is parsed.
new Webhook(process.env.WEBHOOK_SECRET).verify(body, request.headers)`,
  },
  {
    label: 'Python',
    text: `from standardwebhooks import Webhook
Webhook(os.environ["WEBHOOK_SECRET"]).verify(request.body, request.headers)`,
  },
  {
    label: 'PHP',
    text: `$key = base64_decode(substr(getenv('WEBHOOK_SECRET'), 6));
$signed = "$id.$timestamp." . file_get_contents('php://input');
$want = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
$ok = array_filter(explode(' ', $signature), fn ($one) => hash_equals($want, $one));`,
  },
  {
    label: 'Go',
    text: `wh, _ := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
err := wh.Verify(body, r.Header)`,
  },
  {
    label: 'Public key, Node.js (v1a)',
    text: `const raw = Buffer.from('${public_key.replace('whpk_', '')}', 'base64')
const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
const key = crypto.createPublicKey({ key: der, format: 'der', type: 'spki' })
const given = signature.split(' ').find((one) => one.startsWith('v1a,')).slice(4)
crypto.verify(null, Buffer.from(\`\${id}.\${timestamp}.\${body}\`), key, Buffer.from(given, 'base64'))`,
  },
]
