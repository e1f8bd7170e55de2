/**
 * What S3-compatible stores refuse of an upload, each by its own words. A store on loopback that keeps what it takes.
 * - Object Lock: "Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock
 *   parameters", docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html (read 2026-11)
 * - R2 and B2 refused `x-amz-checksum-…`: developers.cloudflare.com/r2/api/s3/api, apache/opendal#2904, aws/aws-sdk-js-v3#6819
 */
type Rule = 'object_lock' | 'checksum_only' | 'no_checksum' | 'none'

export function strictStore(rule: Rule) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  const parts = new Map<string, Uint8Array<ArrayBuffer>>()
  const seen: { method: string; path: string; headers: Headers }[] = []
  const failing = { times: 0 }
  const refusal = (status: number, code: string, message: string) =>
    new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`, { status })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const { method, headers } = request
      seen.push({ method, path: pathname, headers })
      const body = new Uint8Array(await request.arrayBuffer())
      if (failing.times-- > 0) return refusal(503, 'SlowDown', 'Please reduce your request rate.')
      const sum = headers.get('x-amz-checksum-sha256')
      const md5 = headers.get('content-md5')
      if (method === 'PUT') {
        if (rule === 'no_checksum' && sum)
          return refusal(501, 'NotImplemented', "Header 'x-amz-checksum-sha256' with value not implemented")
        if (rule === 'object_lock' && !sum && !md5)
          return refusal(
            400,
            'InvalidRequest',
            'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
          )
        if (rule === 'checksum_only' && !sum)
          return refusal(400, 'InvalidRequest', 'x-amz-checksum-sha256 is required by the policy of this bucket')
        if (md5 && md5 !== new Bun.CryptoHasher('md5').update(body).digest('base64'))
          return refusal(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
        if (sum && sum !== new Bun.CryptoHasher('sha256').update(body).digest('base64'))
          return refusal(400, 'BadDigest', 'The sha256 you specified did not match the calculated checksum.')
      }
      if (method === 'POST' && searchParams.has('uploads'))
        return new Response(
          '<InitiateMultipartUploadResult><UploadId>a+b/c=</UploadId></InitiateMultipartUploadResult>',
        )
      if (method === 'PUT' && searchParams.get('uploadId') === 'a+b/c=') {
        parts.set(searchParams.get('partNumber')!, body)
        return new Response(null, { headers: { etag: `"part-${searchParams.get('partNumber')}"` } })
      }
      if (method === 'POST' && searchParams.get('uploadId') === 'a+b/c=') {
        kept.set(pathname, Buffer.concat([...parts.values()]))
        return new Response('<CompleteMultipartUploadResult/>')
      }
      if (method === 'PUT') {
        kept.set(pathname, body)
        return new Response(null, { headers: { etag: '"whole"' } })
      }
      const found = kept.get(pathname)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (!found) return refusal(404, 'NoSuchKey', 'The specified key does not exist.')
      return new Response(method === 'HEAD' ? null : found)
    },
  })
  return { endpoint: server.url.href, kept, parts, seen, failing, close: () => server.stop(true) }
}
